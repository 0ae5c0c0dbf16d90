/** The screen's height that a dialog leaves to panels and its title bar, in CSS pixels; beyond it scrolls. */
const LEFT_FREE = 96;

/** Tells `resize` how high the content of a dialog is, at first and whenever that changes; at most once a frame. */
export function fitWindow(box: HTMLElement, resize: (height: number) => void): () => void {
  let reported = 0;
  const tell = () => {
    const height = Math.min(Math.max(320, screen.availHeight - LEFT_FREE), Math.ceil(naturalHeight(box)));
    if (height > 0 && height !== reported) resize(reported = height);
  };
  tell();
  const observer = new ResizeObserver(tell);
  for (const part of [box, ...box.querySelectorAll(".body, .body > *")]) observer.observe(part);
  return () => observer.disconnect();
}

/** The height that the dialog would have with room enough: its parts, the body unscrolled. */
function naturalHeight(box: HTMLElement): number {
  const body = box.querySelector<HTMLElement>(".body");
  return box.scrollHeight + (body ? body.scrollHeight - body.clientHeight : 0);
}
