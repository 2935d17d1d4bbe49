// How far one has come; looked up anew whenever the room is entered.
const page = window.tiyan;
const body = element.querySelector(".progress-body");
const show = async () => {
  const answer = await page.call(server.progress, {});
  if (!answer) return;
  if (answer.error) body.textContent = answer.error; else body.innerHTML = answer.html;
  page.speak(body);
};
element.addEventListener("click", (event) => {
  const line = event.target.closest(".shelf-line");
  if (line) page.on.passage?.({ question: line.dataset.question, chunk: line.dataset.chunk }, line);
});
(page.on.opened ??= []).push(show);
(page.on.room ??= {}).progress = show;
show();
