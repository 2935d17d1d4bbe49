// Earlier conversations: open, find, rename, export, delete.
const page = window.tiyan, root = document.documentElement;
const body = element.querySelector(".drawer-body"), find = element.querySelector(".find");
const put = (answer) => { if (answer?.html != null) { body.innerHTML = answer.html; page.speak(body); } };
const list = async () => put(await page.call(server.list_talks, { talk: page.talk, find: find.value }));
const opener = () => document.querySelector('[data-do="talks"]');
const close = () => { delete root.dataset.drawer; opener()?.setAttribute("aria-expanded", "false"); };
page.on.talks = () => {
  if (root.dataset.drawer) return close();
  root.dataset.drawer = "open"; opener()?.setAttribute("aria-expanded", "true");
  list(); find.focus({ preventScroll: true });
};
find.addEventListener("input", list);
element.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); close(); opener()?.focus(); } });
element.addEventListener("click", async (event) => {
  const line = event.target.closest("[data-talk]"), wish = event.target.closest("[data-wish]");
  if (event.target.closest(".close")) return close();
  if (event.target.closest(".new-talk")) { location.hash = "#/ask"; page.on.show(null); close(); return document.querySelector("#query")?.focus(); }
  if (!line) return;
  const talk = line.dataset.talk, change = { talk, current: page.talk, find: find.value };
  if (event.target.closest(".talk-open")) { location.hash = "#/ask"; page.on.show(talk); return close(); }
  if (wish?.dataset.wish === "rename") {
    const name = line.querySelector(".talk-open");
    const field = Object.assign(document.createElement("input"), { className: "talk-name", value: name.textContent, maxLength: 40 });
    name.replaceWith(field); field.select();
    let over = false;
    const done = async (keep) => {
      if (over) return; over = true;
      keep ? put(await page.call(server.change_talk, { ...change, wish: "rename", title: field.value })) : list();
    };
    field.addEventListener("keydown", (key) => {
      if (key.key === "Enter" && !key.isComposing) done(true);
      if (key.key === "Escape") { key.stopPropagation(); done(false); }
    });
    field.addEventListener("blur", () => done(true));
  } else if (wish?.dataset.wish === "delete") {
    if (!wish.dataset.sure) { // asked once more, in place
      wish.dataset.sure = "yes"; wish.classList.add("sure"); wish.innerHTML = element.querySelector(".sure-words").innerHTML;
      return setTimeout(list, 4000);
    }
    put(await page.call(server.change_talk, { ...change, wish: "delete" }));
    if (talk === page.talk) page.on.show(null);
  } else if (wish?.dataset.wish === "export") {
    const kept = await page.call(server.change_talk, { talk, wish: "export" });
    if (!kept) return;
    const link = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(new Blob([kept.markdown], { type: "text/markdown" })),
      download: (kept.title || "tiyan").replace(/[\\/:*?"<>|\s]+/g, "-") + ".md",
    });
    link.click(); setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
});
