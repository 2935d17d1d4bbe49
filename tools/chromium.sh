#!/bin/sh
# Debian's Chromium for the browser tests: installed when missing and when the system allows it. Never fails.
if command -v chromium >/dev/null 2>&1; then exit 0; fi
if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" != 0 ]; then
    echo "chromium is not here: the browser tests will be skipped (install the package 'chromium' to run them)" >&2
    exit 0
fi
echo "installing chromium for the browser tests …"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk >/dev/null ||
    echo "chromium could not be installed: the browser tests will be skipped" >&2
exit 0
