import { typedWords } from "../../../core/find/matcher.ts";

/** Name of the highlight, as in guide.css. */
const NAME = "typed";
/** Minimum letters of a highlighted word. */
const LEAST = 2;

/** Highlights the typed words in an element and scrolls to the first one. Returns the function that ends it. */
export function highlightWords(element: HTMLElement | null, typed: string): () => void {
  const words = typedWords(typed).filter(({ text }) => text.length >= LEAST);
  // WebKitGTK before 2.44 has no highlights.
  if (!element || words.length === 0 || !CSS.highlights) return () => {};
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const lower = node.textContent!.toLowerCase();
    for (const { text } of words) {
      for (let at = lower.indexOf(text); at >= 0; at = lower.indexOf(text, at + 1)) {
        ranges.push(
          new StaticRange({
            startContainer: node,
            startOffset: at,
            endContainer: node,
            endOffset: at + text.length,
          }) as unknown as Range,
        );
      }
    }
  }
  CSS.highlights.set(NAME, new Highlight(...ranges));
  ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
  return () => CSS.highlights.delete(NAME);
}
