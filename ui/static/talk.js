// The conversation: marks open passages, follow-ups ask, the last turn can be edited and tried again.
const page = window.tiyan;
let latest = 0;
const show = async (id, atFirst = false) => {
  const mine = ++latest;
  const kept = await page.call(server.open_talk, { talk: id });
  if (!kept || kept.error) return;
  if (mine !== latest || (atFirst && page.asked)) return; // what was opened or asked since then stays
  page.talk = kept.talk; page.kept.set("talk", kept.talk);
  page.part = kept.part; page.on.part?.();
  props.value = kept.html;
  page.on.clearLive?.(); page.close?.();
  document.title = kept.title ? `${kept.title} · 题眼` : "题眼 Tiyan";
  if (!kept.talk) scrollTo(0, 0); else requestAnimationFrame(() => scrollTo(0, document.body.scrollHeight));
};
page.on.show = show;
page.act = (event) => {
  const hit = (name) => event.target.closest(name);
  const examine = hit("[data-examine]");
  if (examine) { page.close?.(); location.hash = "#/interview"; return page.on.examine?.(examine.dataset.examine); }
  const mark = hit(".mark"), follow = hit("[data-ask]"), copy = hit(".copy");
  if (mark) page.on.passage?.({ talk: page.talk, turn: Number(mark.dataset.turn), chunk: mark.dataset.chunk }, mark);
  else if (hit(".related .qlink")) page.on.passage?.({ question: hit(".qlink").dataset.question }, hit(".qlink"));
  else if (follow) { location.hash = "#/ask"; page.on.ask?.(follow.dataset.ask); }
  else if (copy) {
    page.copy(copy.dataset.text); page.on.hear?.("copied");
    copy.classList.add("copied"); setTimeout(() => copy.classList.remove("copied"), 1500);
  } else if (hit(".retry")) page.on.ask?.(hit(".turn").querySelector(".query-text").textContent, true);
  else if (hit(".edit")) page.on.edit?.(hit(".turn").querySelector(".query-text").textContent);
};
element.addEventListener("click", page.act);
show(page.talk, true);
