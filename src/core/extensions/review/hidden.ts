import type { ReviewFinding } from "../../state/state.ts";
import { hasHiddenInCode, isTurned } from "../../text/hidden.ts";

/** What a source shows otherwise than the compiler reads it: one finding of each kind, at its first line. */
export function hiddenFindings(file: string, text: string): ReviewFinding[] {
  const turned = new Lines(), unseen = new Lines();
  // A byte order mark at the beginning is usual.
  let start = text.startsWith("\ufeff") ? 1 : 0;
  for (let line = 1; start < text.length; line++) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    if (end > start) {
      const code = text.slice(start, text[end - 1] === "\r" ? end - 1 : end);
      if (ODD.test(code)) {
        if (isTurned(code)) turned.add(line);
        else if (hasHiddenInCode(code)) unseen.add(line);
      }
    }
    start = end + 1;
  }
  return [
    ...turned.finding("danger", "Has characters that reverse how the line reads", file),
    ...unseen.finding("caution", "Has characters that are not seen", file),
  ];
}

/** Most lines of code have nothing else than these, which are looked at first. */
const ODD = /[^\t\x20-\x7e]/;

/** Lines that come in their order: the first one and how many there are. */
class Lines {
  #first = 0;
  #last = 0;
  #count = 0;

  add(line: number): void {
    if (line === this.#last) return;
    this.#first ||= line;
    this.#last = line;
    this.#count++;
  }

  finding(severity: ReviewFinding["severity"], message: string, file: string): ReviewFinding[] {
    if (this.#count === 0) return [];
    const more = this.#count - 1;
    return [{ severity, message, file, line: this.#first, ...(more > 0 ? { more } : {}) }];
  }
}
