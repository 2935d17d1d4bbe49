// How far one has come; looked up anew whenever the room is entered.
const page = window.tiyan;
const body = element.querySelector(".progress-body");
const show = async () => {
  const answer = await page.call(server.progress, {});
  if (!answer) return;
  if (answer.error) body.textContent = answer.error; else body.innerHTML = answer.html;
  page.speak(body);
};
const take = async (button) => {
  button.disabled = true;
  const file = await page.call(server.export, { kind: button.dataset.export });
  button.disabled = false;
  let told = body.querySelector(".take + .note");
  if (!file || file.error) {
    if (!told) button.parentNode.after((told = Object.assign(document.createElement("p"), { className: "note trouble" })));
    told.textContent = file?.error ?? "?";
    return;
  }
  told?.remove();
  const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([bytes])), download: file.name });
  link.click(); setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
element.addEventListener("click", (event) => {
  const wanted = event.target.closest("[data-export]");
  if (wanted) return take(wanted);
  const line = event.target.closest(".shelf-line");
  if (line) page.on.passage?.({ question: line.dataset.question, chunk: line.dataset.chunk }, line);
});
(page.on.opened ??= []).push(show);
(page.on.room ??= {}).progress = show;
show();
