// Runs before anything is drawn: language, theme and room of the page, and what its parts share.
(() => {
  const root = document.documentElement;
  const kept = {
    get(key) { try { return localStorage.getItem("tiyan-" + key); } catch { return null; } },
    set(key, value) {
      try { value == null ? localStorage.removeItem("tiyan-" + key) : localStorage.setItem("tiyan-" + key, value); }
      catch { /* a browser that keeps nothing still works */ }
    },
  };
  const dark = matchMedia("(prefers-color-scheme: dark)");

  const page = (window.tiyan = {
    kept,
    talk: kept.get("talk"),
    place: Math.random().toString(36).slice(2),
    on: {},  // what a part offers the others: ask, open, talks

    language(wanted) {
      root.dataset.ui = wanted;
      root.lang = wanted === "en" ? "en" : "zh-CN";
      page.speak(document);
    },
    // attributes have one value at a time: give them the one of the language in use
    speak(within) {
      for (const name of ["aria-label", "placeholder", "title"]) {
        for (const node of within.querySelectorAll(`[data-${name}-zh]`)) {
          const said = node.getAttribute(`data-${name}-${root.dataset.ui}`);
          if (node.getAttribute(name) !== said) node.setAttribute(name, said);
        }
      }
    },
    // HTML that stands there already is left alone, with what somebody has chosen in it or is about to write
    draw(within, html) {
      if (within.drawn === html) return false;
      within.innerHTML = within.drawn = html; page.speak(within);
      return true;
    },
    // what the settings say for every browser: the theme unless this one was told otherwise, the answers' length
    set(wanted) {
      if (wanted.theme) {
        kept.set("theme-set", wanted.theme === "system" ? null : wanted.theme);
        page.theme(page.themeNow());
      }
      if (wanted.length) { page.length = wanted.length; page.on.length?.(); }
    },
    themeNow: () => kept.get("theme") || kept.get("theme-set") || (dark.matches ? "dark" : "light"),
    theme(wanted) {
      root.dataset.theme = wanted;
      document.body?.classList.toggle("dark", wanted === "dark");
    },
    room() {
      const wanted = ["bank", "interview", "progress", "settings"].find((name) => location.hash.startsWith("#/" + name)) ?? "ask";
      if (root.dataset.room !== wanted) page.close?.();
      const entered = root.dataset.room !== wanted;
      root.dataset.room = wanted;
      if (entered) page.on.room?.[wanted]?.();
      for (const link of document.querySelectorAll(".rooms a"))
        link.dataset.room === wanted ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
    },
    // a server call that never throws: null when the server cannot be reached
    async call(fn, data) {
      let answer = null;
      try { answer = await fn(data); } catch { return null; }
      if (answer?.error && answer.error_zh && root.dataset.ui !== "en") answer.error = answer.error_zh;
      return answer;
    },
    async copy(text) {
      try { await navigator.clipboard.writeText(text); }
      catch {
        const box = Object.assign(document.createElement("textarea"), { value: text });
        document.body.append(box); box.select(); document.execCommand("copy"); box.remove();
      }
    },
  });

  page.language(kept.get("language") || ((navigator.language || "").toLowerCase().startsWith("zh") ? "zh" : "en"));
  page.theme(page.themeNow());
  page.room();
  dark.addEventListener("change", () => page.theme(page.themeNow()));
  addEventListener("hashchange", page.room);
  const settle = () => { page.theme(root.dataset.theme); page.room(); page.speak(document); };
  // Gradio names the document's language after the browser's; the page's own choice stands
  new MutationObserver(() => { const own = root.dataset.ui === "en" ? "en" : "zh-CN"; if (root.lang !== own) root.lang = own; })
    .observe(root, { attributes: true, attributeFilter: ["lang"] });
  let due = false;
  const watch = () => new MutationObserver(() => {
    if (!due) { due = true; requestAnimationFrame(() => { due = false; page.speak(document); }); }
  }).observe(document.body, { childList: true, subtree: true });
  document.readyState === "loading" ? addEventListener("DOMContentLoaded", () => { settle(); watch(); }) : (settle(), watch());
})();
