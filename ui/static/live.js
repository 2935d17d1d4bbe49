// The turn that is being written. Its question goes to the top of the window once; the text then grows without moving.
const page = window.tiyan;
element.addEventListener("click", page.act ?? ((event) => page.act?.(event)));
page.on.clearLive = () => { props.value = ""; };
let writing = false;
watch("value", () => {
  const turn = element.firstElementChild, state = turn?.dataset.state;
  if (state === "streaming" && !writing) {
    writing = true;
    page.on.hear?.("thinking");
    turn.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth", block: "start" });
  }
  if (state === "done") {
    writing = false;
    page.on.hear?.("answered");
    if (turn.dataset.talk) { page.talk = turn.dataset.talk; page.kept.set("talk", page.talk); }
    page.on.idle?.();
  }
});
