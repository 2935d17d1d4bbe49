// The question box: Enter sends, Shift+Enter breaks the line, Esc stops; an Enter that ends a composition never sends.
const page = window.tiyan, root = document.documentElement;
const form = element.querySelector("form"), box = element.querySelector("textarea");
let replace = false;
const length = () => element.querySelector("[name=length]:checked")?.value;
page.on.length = () => { // this browser's choice, else what is set
  const wanted = page.kept.get("length") || page.length;
  if (wanted) element.querySelectorAll("[name=length]").forEach((option) => { option.checked = option.value === wanted; });
};
page.on.length();
element.querySelector(".lengths").addEventListener("change", () => page.kept.set("length", length()));
const part = element.querySelector(".keep-to"), choice = part.querySelector("select");
const showPart = () => { // also one that has left the bank since: it can be seen, and cleared
  const wanted = page.part ?? "";
  if (wanted && ![...choice.options].some((option) => option.value === wanted))
    choice.append(new Option(wanted.slice(wanted.indexOf(":") + 1).split(/[\\/]/).pop(), wanted));
  choice.value = wanted;
  part.classList.toggle("active", !!wanted); part.hidden = !choice.options.length;
  for (const node of choice.querySelectorAll("[data-zh]")) node[node.tagName === "OPTGROUP" ? "label" : "textContent"] = node.dataset[root.dataset.ui];
};
const parts = async (change = {}) => {
  const answer = await page.call(server.parts, change);
  if (answer?.html != null) { choice.innerHTML = answer.html; showPart(); }
};
const keepTo = (wanted) => { page.part = wanted; showPart(); parts({ talk: page.talk, part: wanted }); };
choice.addEventListener("change", () => keepTo(choice.value));
part.querySelector(".keep-to-clear").addEventListener("click", () => { keepTo(""); choice.focus(); });
page.on.part = showPart;
(page.on.opened ??= []).push(() => parts());
(page.on.room ??= {}).ask = () => parts();
new MutationObserver(showPart).observe(root, { attributes: true, attributeFilter: ["data-ui"] });
parts();
const fit = () => { box.style.height = "auto"; box.style.height = Math.min(box.scrollHeight, 220) + "px"; };
const ask = (text, again = false) => {
  text = text.trim();
  if (!text || root.dataset.busy) return;
  root.dataset.busy = String(Date.now());
  page.asked = (page.asked ?? 0) + 1;
  trigger("ask", { text, talk: page.talk, replace: again || replace, place: page.place, length: length(), part: page.part ?? "" });
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
