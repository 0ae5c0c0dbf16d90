/** Elements whose `title` was set by this module, so that it may also be removed here. */
const given = new WeakSet<HTMLElement>();

/** Shows the whole text of a truncated element (`.cut`) in a tooltip while the pointer is over the element. */
export function showCutTexts(): void {
  document.addEventListener("pointerover", ({ target }) => {
    const cut = target instanceof Element ? target.closest<HTMLElement>(".cut") : null;
    if (!cut || (cut.title !== "" && !given.has(cut))) return;
    if (cut.scrollWidth > cut.clientWidth) {
      given.add(cut);
      // The tooltip of the surrounding element must stay readable, so append it.
      const around = cut.parentElement?.closest<HTMLElement>("[title]")?.title ?? "";
      const text = cut.innerText.trim();
      cut.title = around === "" || around.includes(text) ? around || text : `${text}\n${around}`;
    } else if (given.delete(cut)) cut.removeAttribute("title");
  }, true);
}
