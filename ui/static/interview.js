// The interview: one question at a time, graded point by point; its id is all that the page keeps.
const page = window.tiyan, root = document.documentElement;
const at = (selector) => element.querySelector(selector);
const start = at(".start"), held = at(".held"), log = at(".log"), asked = at(".now"), form = at("form"), box = at("textarea"), told = at(".told");
let attempt = null;
const fit = () => { box.style.height = "auto"; box.style.height = Math.min(box.scrollHeight, 360) + "px"; };
const trouble = (answer) => { told.hidden = !answer?.error; told.textContent = answer?.error ?? ""; return !answer || answer.error; };
const setup = async () => {
  const answer = await page.call(server.setup, {});
  if (trouble(answer)) return;
  page.draw(start, answer.html);
};
const show = (answer) => {
  attempt = answer.attempt;
  start.hidden = true; held.hidden = false; form.hidden = !answer.prompt;
  asked.innerHTML = answer.prompt ?? answer.ended ?? "";
  if (answer.pending) { box.value = answer.pending; fit(); }
  page.speak(element);
  asked.scrollIntoView({ block: log.childElementCount ? "nearest" : "start" });
  if (answer.prompt && matchMedia("(hover: hover)").matches) box.focus({ preventScroll: true });
};
const begin = async (plan) => {
  start.classList.add("busy");
  const answer = await page.call(server.begin, plan);
  start.classList.remove("busy");
  if (trouble(answer)) return;
  log.innerHTML = ""; show(answer);
};
const say = async (text) => {
  if (!attempt || form.classList.contains("busy")) return;
  form.classList.add("busy");
  const question = asked.innerHTML;
  const answer = await page.call(server.reply, { attempt, text });
  form.classList.remove("busy");
  if (trouble(answer)) return;
  box.value = ""; fit();
  log.insertAdjacentHTML("beforeend", `<div class="past">${question}</div>${answer.exchange}`);
  show(answer);
  log.lastElementChild.previousElementSibling.scrollIntoView({ block: "start", behavior: "smooth" });
  if (answer.comments) comment(log.lastElementChild, attempt, answer.prompt);
};
const comment = async (exchange, of, prompt) => { // the model takes its time; the verdicts stand meanwhile, and one may go on
  const place = document.createElement("div");
  place.className = "comment waiting"; place.setAttribute("aria-live", "polite");
  exchange.querySelector(".spoken").after(place);
  const answer = await page.call(server.comment, { attempt: of });
  place.classList.remove("waiting");
  if (!answer?.html) place.remove(); else { place.innerHTML = answer.html; page.speak(place); }
  if (answer?.prompt && attempt === of && exchange === log.lastElementChild && !box.value) { asked.innerHTML = answer.prompt; page.speak(asked); }
};
form.addEventListener("submit", (event) => { event.preventDefault(); if (box.value.trim()) say(box.value); });
box.addEventListener("input", fit);
box.addEventListener("keydown", (event) => { // answers are long: Enter breaks the line, with Ctrl or Command it hands in
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.isComposing) { event.preventDefault(); form.requestSubmit(); }
});
element.addEventListener("click", async (event) => {
  const hit = (name) => event.target.closest(name);
  if (hit("[data-say]")) say(hit("[data-say]").dataset.say);
  else if (hit(".resume")) begin({ attempt: hit(".resume").dataset.attempt });
  else if (hit("[data-mode]")) begin({ mode: hit("[data-mode]").dataset.mode, topic: at("[name=topic]")?.value, count: Number(at("[name=count]")?.value ?? 5) });
  else if (hit(".again")) { attempt = null; log.innerHTML = ""; held.hidden = true; start.hidden = false; setup(); }
  else if (hit("[data-rating]")) {
    const rating = hit(".rating");
    const answer = await page.call(server.rate, { attempt, review: Number(rating.dataset.review), rating: hit("[data-rating]").dataset.rating });
    if (!trouble(answer)) { rating.outerHTML = answer.html; page.speak(log); }
  } else if (hit(".mark")) page.on.passage?.({ question: hit(".mark").dataset.question, chunk: hit(".mark").dataset.chunk }, hit(".mark"));
  else if (hit(".qlink")) page.on.passage?.({ question: hit(".qlink").dataset.question }, hit(".qlink"));
});
page.on.examine = (question) => begin({ mode: "one", question });
(page.on.opened ??= []).push(() => attempt || setup());
(page.on.room ??= {}).interview = () => attempt || setup();
setup();
