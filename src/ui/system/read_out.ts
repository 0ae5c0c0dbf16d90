/** Milliseconds for which a text must stay the same before it is read out, so that a running clock is not. */
const REST = 300;

/** Selects elements with the role of a status, except those that screen readers announce on their own. */
const STATUSES = "[role=status]:not(.aside, .toasts)";

/**
 * Reads out the elements with the role of a status whenever their text changes. WebKitGTK announces a block
 * that is inserted into such an element, but not text that changes inside, a span, or an element that appears
 * together with its text. So one permanent live region announces the texts of all of them, and their own
 * `aria-live` is off.
 */
export function readOut(): void {
  const voice = document.createElement("div");
  voice.className = "aside";
  voice.role = "status";
  voice.dataset.voice = "";
  document.body.append(voice);
  /** The last text of each element, and the last text of each that was read out. */
  const shown = new WeakMap<Element, string>(), read = new WeakMap<Element, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun = false;

  /**
   * Marks the first texts of a window as read, because a screen reader reads them when the user arrives.
   * Called early when a key is pressed, so that the changes it causes are read out.
   */
  function begin(): void {
    if (begun) return;
    begun = true;
    for (const status of document.querySelectorAll(STATUSES)) {
      const words = wordsIn(status);
      shown.set(status, words);
      read.set(status, words);
    }
  }

  function look(): void {
    timer = undefined;
    begin();
    const news: string[] = [];
    let rests = true;
    for (const status of document.querySelectorAll(STATUSES)) {
      status.ariaLive = "off";
      const words = wordsIn(status);
      // A screen reader reads the name of a button when the button gets the focus.
      if (!shown.has(status) && status.closest("button")) read.set(status, words);
      if (shown.get(status) !== words) {
        rests = false;
        shown.set(status, words);
      } else if ((read.get(status) ?? "") !== words) {
        read.set(status, words);
        if (words !== "") news.push(words);
      }
    }
    if (news.length > 0) say(news.join(". "));
    if (!rests) later();
  }

  function say(words: string): void {
    const block = document.createElement("p");
    block.textContent = words;
    voice.replaceChildren(block);
  }

  const later = () => timer ??= setTimeout(look, REST);
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target !== voice)) later();
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  for (const input of ["keydown", "pointerdown", "beforeinput"]) {
    document.addEventListener(input, begin, { capture: true, once: true });
  }
  later();
}

const wordsIn = (status: Element) => wordsOf(status).trim().replace(/\s+/g, " ");

/**
 * Returns the text of an element without its buttons, its parts that are hidden from screen readers, and its
 * parts marked with `data-moves`, such as a clock, which would be read out without end.
 */
function wordsOf(status: Element): string {
  return [...status.childNodes].map((part) =>
    part instanceof Text
      ? part.data
      : part instanceof Element && !part.matches("button, [aria-hidden=true], [data-moves], svg, style")
      ? `${part.ariaLabel ?? ""} ${wordsOf(part)} `
      : ""
  ).join("");
}
