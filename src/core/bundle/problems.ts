import type { Diagnostic } from "../diagnostic.ts";

/** A broken rule, before it is known which file breaks it. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** More problems than this are not listed: nobody reads them, and a hostile archive could have millions. */
const MOST = 500;

/** Collects the problems of one bundle, all in one pass. */
export class Problems {
  readonly #list: Diagnostic[] = [];
  #errors = 0;
  #more = false;

  /** Adds an error about a file of the bundle, or about the whole bundle. */
  error(code: string, message: string, options: { file?: string; hint?: string } = {}): void {
    this.add({ severity: "error", code, path: [], message, ...optional(options) });
  }

  /** Adds a warning about a file of the bundle, or about the whole bundle. */
  warning(code: string, message: string, options: { file?: string; hint?: string } = {}): void {
    this.add({ severity: "warning", code, path: [], message, ...optional(options) });
  }

  /** Adds a diagnostic as it is. */
  add(diagnostic: Diagnostic): void {
    if (diagnostic.severity === "error") this.#errors++;
    if (this.#list.length < MOST) this.#list.push(diagnostic);
    else this.#more = true;
  }

  /** True when there are more problems than are listed: looking for further ones is of no use. */
  get full(): boolean {
    return this.#more;
  }

  /** How many errors there are so far. */
  get errors(): number {
    return this.#errors;
  }

  /** All problems in the order they were found. */
  list(): Diagnostic[] {
    if (!this.#more) return [...this.#list];
    return [...this.#list, {
      severity: this.#errors > 0 ? "error" : "warning",
      code: "more-problems",
      path: [],
      message: `these are the first ${MOST} problems; there are more`,
    }];
  }
}

function optional({ file, hint }: { file?: string; hint?: string }): { file?: string; hint?: string } {
  return { ...(file === undefined ? {} : { file: visible(file) }), ...(hint === undefined ? {} : { hint }) };
}

/** Characters that change what a reader sees without being seen: controls and bidirectional marks. */
const HIDDEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Tells whether the text has a character that changes what a reader sees without being seen. */
export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) >= 0;
}

/** The text with hidden characters spelt out, safe for a terminal and a window. */
export function visible(text: string): string {
  return text.replace(
    HIDDEN,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`,
  );
}

/** The visible text in quotes, cut to a readable length. */
export function quoted(text: string): string {
  const shown = visible(text);
  return `"${shown.length > 120 ? `${shown.slice(0, 117)}…` : shown}"`;
}
