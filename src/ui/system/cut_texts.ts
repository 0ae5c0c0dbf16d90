/** Elements whose title was set here, and nowhere else. */
const given = new WeakSet<HTMLElement>();

/** A text that has no room is shown whole by a tooltip, wherever it stands. */
export function showCutTexts(): void {
  document.addEventListener("pointerover", ({ target }) => {
    const cut = target instanceof Element ? target.closest<HTMLElement>(".cut") : null;
    if (!cut || (cut.title !== "" && !given.has(cut))) return;
    if (cut.scrollWidth > cut.clientWidth) {
      given.add(cut);
      // Another text already tells what the row does.
      const around = cut.parentElement?.closest<HTMLElement>("[title]")?.title ?? "";
      const text = cut.innerText.trim();
      cut.title = around === "" || around.includes(text) ? around || text : `${text}\n${around}`;
    } else if (given.delete(cut)) cut.removeAttribute("title");
  }, true);
}
