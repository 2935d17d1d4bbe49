// The passage of a mark, highlighted within its whole question, beside the conversation.
const page = window.tiyan, root = document.documentElement;
const body = element.querySelector(".aside-body");
let from = null;
const open = async (wanted, mark) => {
  document.querySelectorAll(".mark.open").forEach((other) => other.classList.remove("open"));
  mark?.classList.add("open"); from = mark ?? from;
  const answer = await page.call(server.passage, wanted);
  if (!answer) return;
  if (answer.error) body.textContent = answer.error; else body.innerHTML = answer.html; page.speak(body);
  root.dataset.aside = "open";
  const cited = body.querySelector("#cited");
  body.scrollTop = 0;
  if (cited) requestAnimationFrame(() => {
    body.scrollTop = Math.max(0, cited.getBoundingClientRect().top - body.getBoundingClientRect().top - body.clientHeight / 4);
  });
  body.focus({ preventScroll: true });
};
page.close = () => {
  if (!root.dataset.aside) return;
  delete root.dataset.aside; body.innerHTML = "";
  document.querySelectorAll(".mark.open").forEach((mark) => mark.classList.remove("open"));
  from?.focus({ preventScroll: true }); from = null;
};
page.on.passage = open;
element.addEventListener("click", (event) => {
  const link = event.target.closest(".qlink");
  if (event.target.closest(".close")) page.close();
  else if (link) open({ question: link.dataset.question });
  else page.act?.(event);
});
