/**
 * Takes from the page what gives away a browser: the menu of a web page, and the navigation to a file that is
 * dropped. In a browser tab its own menu stays.
 */
export function behaveNatively(surface: string | undefined): void {
  // Pages that take files have handled them by now; anywhere else a drop would replace the page.
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => event.preventDefault());
  if (surface !== "window") return;
  addEventListener("contextmenu", (event) => {
    if (!offersText(event.target)) event.preventDefault();
  });
}

/** Fields and what is selected have a use for the menu: cut, copy, paste. */
function offersText(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest("input, textarea")) return true;
  return getSelection()?.isCollapsed === false;
}
