import { type Diagnostic, inFileOrder } from "../diagnostic.ts";
import { present } from "../present.ts";
import { spelled } from "../text/hidden.ts";
import { formatNumber } from "../text/locale.ts";

/** A broken rule without the file that breaks it. */
export interface BrokenRule {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** The file that a problem is about, and the next step. */
interface About {
  readonly file?: string | undefined;
  readonly hint?: string | undefined;
}

/** Maximum problems listed: no reader gets that far, and a hostile archive could have millions. */
const MAX_COUNT = 500;

/** Collects all problems of one bundle. */
export class ProblemCollector {
  readonly #list: Diagnostic[] = [];
  #errors = 0;
  #more = 0;

  /** Adds an error about a file of the bundle, or about the whole bundle. */
  error(code: string, message: string, about: About = {}): void {
    this.add({ severity: "error", code, path: [], message, ...optional(about) });
  }

  /** Adds a warning about a file of the bundle, or about the whole bundle. */
  warning(code: string, message: string, about: About = {}): void {
    this.add({ severity: "warning", code, path: [], message, ...optional(about) });
  }

  /** Adds a diagnostic unchanged. */
  add(diagnostic: Diagnostic): void {
    if (diagnostic.severity === "error") this.#errors++;
    if (this.#list.length < MAX_COUNT) this.#list.push(diagnostic);
    else {
      this.#more++;
      // Warnings give way so that errors are shown.
      if (diagnostic.severity === "error" && this.#errors <= MAX_COUNT) {
        this.#list.splice(this.#list.findLastIndex(({ severity }) => severity === "warning"), 1);
        this.#list.push(diagnostic);
      }
    }
  }

  /** Whether further problems are only counted, so that explaining them is pointless. */
  get full(): boolean {
    return this.#more > 0;
  }

  /** The number of errors so far. */
  get errors(): number {
    return this.#errors;
  }

  /** Returns all problems in the order in which they were found; those of one file in the order of their positions. */
  list(): Diagnostic[] {
    const list = inFileOrder(this.#list);
    if (!this.full) return list;
    return [...list, {
      severity: this.#errors > 0 ? "error" : "warning",
      code: "more-problems",
      path: [],
      message: `these are ${MAX_COUNT} of the problems; there are ${formatNumber(this.#more)} more`,
    }];
  }
}

function optional({ file, hint }: About): { file?: string; hint?: string } {
  return present({ file: file === undefined ? undefined : spelled(file), hint: hint || undefined });
}
