// Settings: the chat model is tried before it is kept; looks are kept at once; an embedder is followed until its index stands.
const page = window.tiyan, root = document.documentElement;
const body = element.querySelector(".settings-body");
const words = (key) => element.querySelector(`template[data-word=${key}]`).innerHTML;
const safe = (text) => Object.assign(document.createElement("i"), { textContent: text }).innerHTML;
const note = (html, trouble = false) => `<p class="note${trouble ? " trouble" : ""}">${html}</p>`;
const form = (name) => body.querySelector(`[data-form=${name}]`);
const read = (from) => ({ ...Object.fromEntries(new FormData(from)), language: root.dataset.ui });
const tell = (name, html) => { const told = form(name)?.querySelector(".tried"); if (told) { told.innerHTML = html; page.speak(told); } };
const wrong = (answer) => note(safe(answer?.error ?? words("unreachable_plain")), true);
let touched = false; // what somebody is filling in, or about to, is not drawn anew under the hands
const put = (answer, done) => { // `done`: the form that has just been kept; what is half written in the others stays
  if (!answer?.html) return;
  const written = [...body.querySelectorAll("input:not([type=checkbox],[type=radio])")].filter((input) => input.form.dataset.form !== done && input.value !== input.defaultValue);
  body.drawn = null; page.draw(body, answer.html);
  for (const { name, value } of written) body.querySelector(`[name=${name}]`).value = value;
  touched = written.length > 0;
  page.set?.({ theme: answer.theme, length: answer.length });
};
element.addEventListener("click", async (event) => {
  if (!event.target.closest(".try")) return;
  tell("chat", '<p class="thinking">…</p>');
  const answer = await page.call(server.try_model, read(form("chat")));
  tell("chat", answer?.html ?? wrong(answer));
});
const keep = async (name, call) => {
  const answer = await page.call(call, read(form(name)));
  if (!answer?.saved) return tell(name, wrong(answer));
  put(answer, name); tell(name, note(words(name === "home" ? "home_saved" : "saved")));
  if (name === "chat") page.watchState?.();
};
const rebuild = async () => {
  const button = form("embedder").querySelector("[type=submit]");
  button.disabled = true;
  const begun = await page.call(server.rebuild, read(form("embedder")));
  if (!begun?.token) { button.disabled = false; return tell("embedder", wrong(begun)); }
  for (;;) {
    const job = await page.call(server.rebuilt, { token: begun.token });
    if (job && !job.over) {
      const share = job.total ? Math.round((100 * job.done) / job.total) : 0;
      tell("embedder", note(`${words("indexing")} ${job.total ? `${job.done} / ${job.total}` : "…"}<span class="bar"><i style="width:${share}%"></i></span>`));
      await new Promise((done) => setTimeout(done, 300));
      continue;
    }
    if (!job || job.error) { button.disabled = false; return tell("embedder", note(`${words("rebuild_failed")}<br>${safe(job?.error ?? words("unreachable_plain"))}`, true)); }
    put(await page.call(server.show, {}), "embedder");
    tell("embedder", note(words("rebuilt")));
    return page.watchState?.();
  }
};
element.addEventListener("submit", (event) => {
  event.preventDefault();
  const name = event.target.dataset.form;
  if (name === "embedder") rebuild();
  else keep(name, name === "home" ? server.move : server.save);
});
element.addEventListener("change", async (event) => { // looks: kept as soon as they are chosen, here and for every browser
  const name = event.target.name;
  if (name !== "theme" && name !== "answer_length") return;
  const answer = await page.call(server.save, { [name]: event.target.value });
  if (!answer?.saved) return tell("looks", wrong(answer));
  page.kept.set(name === "theme" ? "theme" : "length", null);
  page.set?.({ theme: answer.theme, length: answer.length });
  tell("looks", note(words("saved")));
});
body.addEventListener("input", () => { touched = true; });
const show = async () => {
  if (touched) return;
  const answer = await page.call(server.show, {});
  if (touched || !answer?.html) return;
  page.draw(body, answer.html); page.set?.({ theme: answer.theme, length: answer.length });
};
const here = () => root.dataset.room === "settings" && show();
(page.on.opened ??= []).push(here);
(page.on.room ??= {}).settings = show;
here();
