"""What went wrong with a chat model, in one line that a learner can act on."""

from __future__ import annotations

from assistant.answer import Failure, FailureKind
from assistant.text import Language

_MESSAGES: dict[FailureKind, tuple[str, str]] = {
    "refused": ("连不上模型服务{at}，请确认它在运行、地址没有写错", "cannot reach the model server{at}; check that it runs and that its address is right"),
    "unauthorized": ("模型服务不接受这个密钥（{status}），请检查 API key", "the model server refused the key ({status}); check the API key"),
    "not_found": ("模型服务上没有这个模型或地址（404），请检查模型名和 base URL", "the model server knows no such model or address (404); check the model's name and the base URL"),
    "rate_limited": ("模型服务说请求太多或额度用完（429），请稍后再试", "the model server is rate limited or out of quota (429); try again later"),
    "server": ("模型服务内部出错（{status}），请稍后再试", "the model server failed ({status}); try again later"),
    "rejected": ("模型服务拒绝了这个请求（{status}）：{detail}", "the model server rejected the request ({status}): {detail}"),
    "timeout": ("模型太久没有回应，已停止等待", "the model was silent for too long; stopped waiting"),
    "cut": ("模型的回答中途断开", "the model's answer broke off"),
    "empty": ("模型什么也没有回答", "the model answered nothing"),
    "endless": ("模型的回答停不下来，已在上限处截断", "the model's answer did not end; it was stopped at the limit"),
    "malformed": ("模型服务返回了无法解析的数据", "the model server sent data that cannot be read"),
    "language": ("模型没有用提问的语言回答", "the model did not answer in the language of the question"),
    "unsupported": ("模型的回答大部分没有材料支持", "most of the model's answer is not supported by the bank"),
    "other": ("模型出错：{detail}", "the model failed: {detail}"),
}  # fmt: skip


def failure(kind: FailureKind, language: Language = "zh", **details: object) -> Failure:
    """A `Failure` of this kind; details are `at`, `status` and `detail` where its message has a place for them."""
    values = {"at": "", "status": "?", "detail": "", **details}
    message = _MESSAGES[kind][language == "en"].format(**values)
    return Failure(kind, message, retry=kind not in ("unauthorized", "not_found", "rejected"))


def failure_of(error: BaseException, language: Language = "zh", partial: bool = False) -> Failure:
    """What an exception from a chat model means, whichever provider raised it.

    Providers share no exception types, so this goes by HTTP status, and by the names in the exception's ancestry and
    causes. `partial`: part of the reply had arrived.
    """
    chain = list(_causes(error))
    status = next((code for e in chain for code in [_status(e)] if code), None)
    if status in (401, 403):
        return failure("unauthorized", language, status=status)
    if status == 404:
        return failure("not_found", language)
    if status == 429:
        return failure("rate_limited", language)
    if status and status >= 500:
        return failure("server", language, status=status)
    if status and status >= 400:
        return failure("rejected", language, status=status, detail=_detail(error))
    names = {cls.__name__ for e in chain for cls in type(e).__mro__}
    if any("Timeout" in name for name in names):
        return failure("timeout", language)
    if names & {"JSONDecodeError", "UnicodeDecodeError", "ValidationError", "APIResponseValidationError"}:
        return failure("malformed", language)
    if partial:
        return failure("cut", language)
    if any("Connect" in name for name in names):
        return failure("refused", language, at=_address(chain))
    return failure("other", language, detail=_detail(error))


def _causes(error: BaseException | None):
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _status(error: BaseException) -> int | None:
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def _detail(error: BaseException) -> str:
    return " ".join(str(error).split())[:160] or type(error).__name__


def _address(chain: list[BaseException]) -> str:
    for error in chain:
        try:
            url = error.request.url  # httpx raises where there is none
        except (AttributeError, RuntimeError):
            continue
        return f" {url.scheme}://{url.host}:{url.port or ''}".rstrip(":")
    return ""
