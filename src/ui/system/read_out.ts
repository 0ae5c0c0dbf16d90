/** A text is read out once it has rested for so long, in ms: a clock that runs is not. */
const REST = 300;

/** Places that say what happens, without those that a screen reader hears of by themselves. */
const STATUSES = "[role=status]:not(.aside, .toasts)";

/**
 * Reads out what stands in the places with the role of a status, each time it changes. WebKitGTK tells screen readers of a
 * block that comes into such a place, but not of words that change there, of a span, or of a place that comes with its words.
 * So one place that is always there says it for all of them, and they are quiet themselves.
 */
export function readOut(): void {
  const voice = document.createElement("div");
  voice.className = "aside";
  voice.role = "status";
  voice.dataset.voice = "";
  document.body.append(voice);
  /** What each place said last, and what was read out of it. */
  const shown = new WeakMap<Element, string>(), read = new WeakMap<Element, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun = false;

  /** Takes what a window comes with as read: its user comes to it. A key in its first moment is about what changes then. */
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
      // The name of a button is read as its user comes to it.
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

/** What a place says: not its buttons, nor what is only seen. */
function wordsOf(status: Element): string {
  return [...status.childNodes].map((part) =>
    part instanceof Text
      ? part.data
      : part instanceof Element && !part.matches("button, [aria-hidden=true], svg, style")
      ? `${part.ariaLabel ?? ""} ${wordsOf(part)} `
      : ""
  ).join("");
}
