// The top bar: language, theme, conversations, and how far the model is.
const page = window.tiyan, root = document.documentElement;
element.addEventListener("click", (event) => {
  const wish = event.target.closest("[data-do]")?.dataset.do;
  if (wish === "language") {
    const wanted = root.dataset.ui === "en" ? "zh" : "en";
    page.kept.set("language", wanted); page.language(wanted);
  } else if (wish === "theme") {
    const wanted = root.dataset.theme === "dark" ? "light" : "dark";
    page.kept.set("theme", wanted); page.theme(wanted);
  } else if (wish === "talks") page.on.talks?.();
});
const state = element.querySelector(".state"), failure = element.querySelector(".failure");
page.watchState = async () => {
  const now = await page.call(server.status, {});
  const before = state.dataset.state;
  state.dataset.state = now?.state ?? "failed";
  if (now) page.set(now);
  failure.hidden = !now?.failure; failure.textContent = (document.documentElement.dataset.ui !== "en" && now?.failure_zh) || now?.failure || "";
  if (before === "opening" && now && now.state !== "opening") page.on.opened?.forEach((fn) => fn());
  if (now && (now.state === "opening" || now.state === "loading")) setTimeout(page.watchState, 400);
};
page.room(); page.speak(element); page.watchState();
