// Settings: the chat model, tried before it is kept.
const page = window.tiyan;
const body = element.querySelector(".settings-body");
const put = (answer) => { if (answer?.html) { body.innerHTML = answer.html; page.speak(body); } };
const read = (form) => ({ ...Object.fromEntries(new FormData(form)), language: document.documentElement.dataset.ui });
const tell = (answer) => {
  const tried = body.querySelector(".tried");
  if (answer?.error || !answer) {
    tried.innerHTML = '<p class="note trouble"></p>'; tried.firstChild.textContent = answer?.error ?? "?";
  } else tried.innerHTML = answer.html;
};
element.addEventListener("click", async (event) => {
  if (!event.target.closest(".try")) return;
  body.querySelector(".tried").innerHTML = '<p class="thinking">…</p>';
  tell(await page.call(server.try_model, read(body.querySelector("form"))));
});
element.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await page.call(server.save, read(event.target));
  if (!answer?.saved) return tell(answer);
  put(answer);
  tell({ html: element.querySelector(".saved-words").innerHTML });
});
page.call(server.show, {}).then(put);
