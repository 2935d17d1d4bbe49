// The question box: Enter sends, Shift+Enter breaks the line, Esc stops; an Enter that ends a composition never sends.
const page = window.tiyan, root = document.documentElement;
const form = element.querySelector("form"), box = element.querySelector("textarea");
let replace = false;
const length = () => element.querySelector("[name=length]:checked")?.value;
const wanted = page.kept.get("length");
if (wanted) element.querySelectorAll("[name=length]").forEach((option) => { option.checked = option.value === wanted; });
element.querySelector(".lengths").addEventListener("change", () => page.kept.set("length", length()));
const fit = () => { box.style.height = "auto"; box.style.height = Math.min(box.scrollHeight, 220) + "px"; };
const ask = (text, again = false) => {
  text = text.trim();
  if (!text || root.dataset.busy) return;
  root.dataset.busy = String(Date.now());
  trigger("ask", { text, talk: page.talk, replace: again || replace, place: page.place, length: length() });
  replace = false; form.classList.remove("editing");
};
const stop = () => {
  if (!root.dataset.busy) return;
  page.call(server.stop, { place: page.place });
  const asked = root.dataset.busy;  // a server that is gone cannot say that it has stopped
  setTimeout(() => { if (root.dataset.busy === asked) page.on.idle(); }, 4000);
};
page.on.ask = ask;
page.on.edit = (text) => { replace = true; form.classList.add("editing"); box.value = text; fit(); box.focus(); };
const heard = element.querySelector(".heard");  // what a screen reader is told
page.on.hear = (key) => { heard.innerHTML = element.querySelector(`template[data-word=${key}]`).innerHTML; };
page.on.idle = () => { delete root.dataset.busy; };
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (root.dataset.busy) return;
  ask(box.value); box.value = ""; fit();
});
box.addEventListener("input", fit);
box.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229) {
    event.preventDefault(); form.requestSubmit();
  }
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (root.dataset.busy) stop();
  else if (replace) { replace = false; form.classList.remove("editing"); box.value = ""; fit(); }
  else page.close?.();
});
element.querySelector(".stop").addEventListener("click", stop);
if (matchMedia("(hover: hover)").matches) box.focus({ preventScroll: true });
