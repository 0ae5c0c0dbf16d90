import { hostSystem } from "../../core/platform/mod.ts";
import { widthOf } from "../width.ts";

/** Asks on the terminal. An answer is null at the end of the input, on Ctrl-C and when the signal aborts. */
export interface Prompter {
  /** Whether standard input is a terminal with a user. */
  readonly interactive: boolean;
  line(question: string, signal: AbortSignal): Promise<string | null>;
  /** Asks without showing what the user types. */
  secret(question: string, signal: AbortSignal): Promise<string | null>;
  /** Prints above the open question, and shows the question and the typed text again. */
  above(print: () => void): void;
  /** Whether the input has ended; on a terminal, that of the last question. */
  ended(): boolean;
  onInterrupt(call: () => void): void;
  close(): void;
}

/** Maximum length of an answer in UTF-16 units. */
const LIMIT = 1_000_000;

const withoutLast = (typed: string) => [...typed].slice(0, -1).join("");
/** Keys that erase a part of the line, as on a terminal. */
const ERASING: ReadonlyMap<string, (typed: string) => string> = new Map([
  ["\x7f", withoutLast],
  ["\b", withoutLast],
  ["\x15", () => ""],
  ["\x17", (typed: string) => typed.replace(/\S*\s*$/, "")],
]);

/** Returns the control sequence that erases a text before the cursor, from the row where the text began. */
function erased(text: string): string {
  // deno-lint-ignore no-control-regex -- colours take no room
  const width = widthOf(text.replace(/\x1b\[[\d;]*m/g, ""));
  const rows = Math.max(0, Math.ceil(width / terminalColumns()) - 1);
  return `${rows > 0 ? `\x1b[${rows}A` : ""}\r\x1b[J`;
}

/** Returns the width of the terminal in columns; 80 when it is unknown. */
export function terminalColumns(): number {
  try {
    return Deno.consoleSize().columns || 80;
  } catch {
    return 80;
  }
}

/** Creates the prompter of standard input; questions go to standard error. */
export function createPrompter(): Prompter {
  const interactive = Deno.stdin.isTerminal();
  const decoder = new TextDecoder();
  let buffered = "";
  let ended = false;
  let reading: Promise<void> | null = null;
  let interrupt = () => {};
  /** The open question; null when there is none. */
  let waiting: { above(print: () => void): void } | null = null;
  const put = (text: string) => void Deno.stderr.writeSync(new TextEncoder().encode(text));

  /** Continues reading. Only one read runs at a time, even after a question was cancelled. */
  function more(): Promise<void> {
    return reading ??= (async () => {
      const chunk = new Uint8Array(4096);
      const count = await Deno.stdin.read(chunk).catch(() => null);
      if (count === null) ended = true;
      else buffered += decoder.decode(chunk.subarray(0, count), { stream: true });
      reading = null;
    })();
  }

  async function ask(question: string, signal: AbortSignal, raw: boolean): Promise<string | null> {
    /**
     * Whether characters arrive as they are typed. With `echo` this function shows them; otherwise the
     * terminal does, or nobody.
     */
    let single = raw && interactive;
    // On a terminal Ctrl-D ends only one question; its input goes on.
    if (interactive) ended = false;
    let echo = false;
    let typed = "";
    const line = question.slice(question.lastIndexOf("\n") + 1);
    const again = () => put(line + (echo ? typed : ""));
    // Echo is switched off before the question is printed, so that early typing is not shown.
    if (single) Deno.stdin.setRaw(true);
    await Deno.stderr.write(new TextEncoder().encode(question));
    const before = waiting;
    waiting = {
      above(print) {
        // The text typed after the question is known only when it is read character by character. Ctrl-C and
        // similar keys still send signals.
        if (!single && hostSystem().name !== "windows") {
          Deno.stdin.setRaw(true, { cbreak: true });
          single = echo = true;
        }
        put(single ? erased(line + (echo ? typed : "")) : "\n");
        print();
        again();
      },
    };
    const aborted = Promise.withResolvers<void>();
    const abort = () => aborted.resolve();
    signal.addEventListener("abort", abort, { once: true });
    try {
      for (;;) {
        while (buffered !== "") {
          const char = String.fromCodePoint(buffered.codePointAt(0)!);
          buffered = buffered.slice(char.length);
          if (char === "\n" || (single && char === "\r")) return typed.replace(/\r$/, "");
          if (!single) typed += typed.length < LIMIT ? char : "";
          else if (char === "\x03") {
            interrupt();
            return null;
          } else if (char === "\x04") return typed === "" ? null : typed;
          else if (ERASING.has(char)) {
            const gone = erased(line + typed);
            typed = ERASING.get(char)!(typed);
            if (echo) put(gone), again();
          } else if (char >= " " && typed.length < LIMIT) {
            typed += char;
            if (echo) put(char);
          }
        }
        if (signal.aborted || ended) return ended && typed !== "" ? typed : null;
        await Promise.race([more(), aborted.promise]);
      }
    } finally {
      waiting = before;
      signal.removeEventListener("abort", abort);
      if (single) Deno.stdin.setRaw(false);
      if (single || signal.aborted || ended) console.error();
    }
  }

  return {
    interactive,
    line: (question, signal) => ask(question, signal, false),
    secret: (question, signal) => ask(question, signal, true),
    above(print) {
      if (waiting && interactive && Deno.stderr.isTerminal()) waiting.above(print);
      else print();
    },
    ended: () => ended && buffered === "",
    onInterrupt: (call) => interrupt = call,
    close() {
      // An unfinished read would keep the process alive.
      if (reading) Deno.stdin.close();
    },
  };
}
