// The bank: find as you type, filter, open a question beside it; add files after a look at what was understood of them.
const page = window.tiyan, root = document.documentElement;
const at = (selector) => element.querySelector(selector);
const list = at(".shelf"), count = at(".count"), find = at(".find"), filters = at(".filters"), files = at(".files-body");
const intake = at(".intake"), drop = at(".drop"), input = at(".choosing"), other = at(".replacing"), told = at(".told");
let asked = 0;
const choice = (name) => at(`[name=${name}]`)?.value ?? "";
const choose = (chosen) => { // again what was chosen; what has left the bank no longer narrows the list
  for (const [name, value] of Object.entries(chosen)) {
    const select = at(`[name=${name}]`);
    if (select) select.value = [...select.options].some((option) => option.value === value) ? value : "";
  }
  if (choice("file") !== chosen.file || choice("topic") !== chosen.topic) show();
};
const language = () => { for (const option of element.querySelectorAll("option[data-zh]")) option.textContent = option.dataset[root.dataset.ui]; };
const show = async (all = false) => {
  const turn = ++asked;
  const answer = await page.call(server.shelf, { find: find.value, file: choice("file"), topic: choice("topic"), all });
  if (turn !== asked || !answer) return;
  if (answer.error) { list.textContent = answer.error; return; }
  list.innerHTML = answer.html; count.innerHTML = answer.count;
  if (all) {
    const chosen = { file: choice("file"), topic: choice("topic") };
    files.innerHTML = answer.files;
    if (page.draw(filters, answer.filters)) choose(chosen);
    language();
  }
  page.speak(element);
};
(page.on.opened ??= []).push(() => show(true));
new MutationObserver(language).observe(root, { attributes: true, attributeFilter: ["data-ui"] });
find.addEventListener("input", () => show());
filters.addEventListener("change", () => show());

const links = at(".picture-of-links");
links.addEventListener("toggle", async () => {
  if (!links.open) return;
  const answer = await page.call(server.graph, {});
  if (answer?.html) { at(".graph-body").innerHTML = answer.html; page.speak(links); }
});
const lightUp = (id) => { // the threads of one question, above the others
  for (const thread of element.querySelectorAll(".threads path")) {
    const mine = id != null && (thread.dataset.from === id || thread.dataset.to === id);
    if (thread.classList.toggle("lit", mine)) thread.parentNode.append(thread);
  }
};
for (const name of ["pointerover", "focusin"]) links.addEventListener(name, (event) => lightUp(event.target.closest(".node")?.dataset.question));
links.addEventListener("keydown", (event) => {
  const node = event.target.closest(".node");
  if (node && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); page.on.passage?.({ question: node.dataset.question }, node); }
});

const say = (html, kind = "") => { told.innerHTML = html; told.className = "told " + kind; told.hidden = !html; page.speak(told); };
const words = (key) => element.querySelector(`template[data-word=${key}]`).innerHTML;
const safe = (text) => Object.assign(document.createElement("i"), { textContent: text }).innerHTML;
const follow = async (token, closing, undo) => {
  for (;;) {
    const job = await page.call(server.job, { token });
    if (job && !job.over) {
      const share = job.total ? Math.round((100 * job.done) / job.total) : 0;
      say(`${words("indexing")} ${job.total ? `${job.done} / ${job.total}` : "…"}<span class="bar"><i style="width:${share}%"></i></span>`);
      await new Promise((done) => setTimeout(done, 300));
      continue;
    }
    await show(true); // what is told of the bank is true of the list below it
    if (!job || job.error) say(safe(job?.error ?? words("unreachable_plain")), "trouble");
    else say(closing + (undo ? ` <button type="button" class="quiet undo" data-token="${token}">${words("undo")}</button>` : ""));
    return;
  }
};
const take = async (chosen, instead) => {
  if (!chosen.length) return;
  say(words("reading") + " …");
  const sent = [];
  try { for (const file of chosen) sent.push({ path: (await upload(file)).path, name: file.name }); }
  catch (error) { return say(safe(String(error?.message ?? error)), "trouble"); }
  const answer = await page.call(server.preview, { files: sent, instead });
  if (!answer || answer.error) return say(safe(answer?.error ?? words("unreachable_plain")), "trouble");
  say(""); intake.innerHTML = answer.html; page.speak(intake);
  intake.scrollIntoView({ block: "nearest" }); intake.querySelector(".confirm")?.focus({ preventScroll: true });
};
input.addEventListener("change", () => { take([...input.files]); input.value = ""; });
let instead = null; // the file of the bank that the next chosen one takes the place of
other.addEventListener("change", () => { take([...other.files], instead); other.value = ""; });
for (const name of ["dragover", "dragleave", "drop"]) drop.addEventListener(name, (event) => {
  event.preventDefault(); event.stopPropagation();
  drop.classList.toggle("over", name === "dragover");
  if (name === "drop") take([...event.dataTransfer.files]);
});
element.addEventListener("click", async (event) => {
  const hit = (name) => event.target.closest(name);
  const line = hit(".shelf-line, .node"), token = hit(".preview")?.dataset.token;
  if (line) page.on.passage?.({ question: line.dataset.question }, line);
  else if (hit(".add")) { const open = at(".adding").hidden; at(".adding").hidden = !open; hit(".add").setAttribute("aria-expanded", open); }
  else if (hit(".cancel")) { await page.call(server.change, { wish: "cancel", token }); intake.innerHTML = ""; }
  else if (hit(".confirm")) {
    const keep = at("[name=keep]")?.checked ?? false;
    intake.innerHTML = "";
    const answer = await page.call(server.change, { wish: "confirm", token, keep });
    answer && !answer.error ? follow(token, words("added"), true) : say(safe(answer?.error ?? words("unreachable_plain")), "trouble");
  } else if (hit(".undo")) {
    const undone = hit(".undo").dataset.token;
    const answer = await page.call(server.change, { wish: "undo", token: undone });
    answer && !answer.error ? follow(undone, words("undone"), false) : say(safe(answer?.error ?? words("unreachable_plain")), "trouble");
  } else if (hit("[data-replace]")) { instead = hit("[data-replace]").dataset.replace; other.click(); }
  else if (hit("[data-remove]")) {
    const button = hit("[data-remove]");
    if (!button.dataset.sure) {
      button.dataset.sure = "yes"; button.classList.add("sure"); button.innerHTML = words("delete_sure");
      return setTimeout(() => button.isConnected && show(true), 4000);
    }
    const answer = await page.call(server.change, { wish: "remove", path: button.dataset.remove });
    answer && !answer.error ? follow(answer.token, words("removed"), true) : say(safe(answer?.error ?? words("unreachable_plain")), "trouble");
  }
});
show(true);
