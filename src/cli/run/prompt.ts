/** Asks on the terminal. Answers are null at the end of the input, on Ctrl-C and when the signal aborts. */
export interface Prompter {
  /** Someone sits at the other end. */
  readonly interactive: boolean;
  line(question: string, signal: AbortSignal): Promise<string | null>;
  /** What is typed is not shown. */
  secret(question: string, signal: AbortSignal): Promise<string | null>;
  /** The input is at its end. */
  ended(): boolean;
  onInterrupt(call: () => void): void;
  close(): void;
}

/** The most that one answer may have, in characters. */
const LIMIT = 1_000_000;

/** Makes the prompter of standard input; questions go to standard error. */
export function createPrompter(): Prompter {
  const interactive = Deno.stdin.isTerminal();
  const decoder = new TextDecoder();
  let buffered = "";
  let ended = false;
  let reading: Promise<void> | null = null;
  let interrupt = () => {};

  /** Reads on; at most one read is under way, also after a question was given up. */
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
    // Before the question is seen: what is typed at once must not be echoed.
    if (raw && interactive) Deno.stdin.setRaw(true);
    await Deno.stderr.write(new TextEncoder().encode(question));
    const aborted = Promise.withResolvers<void>();
    const abort = () => aborted.resolve();
    signal.addEventListener("abort", abort, { once: true });
    let typed = "";
    try {
      for (;;) {
        while (buffered !== "") {
          const char = String.fromCodePoint(buffered.codePointAt(0)!);
          buffered = buffered.slice(char.length);
          if (char === "\n" || (raw && interactive && char === "\r")) return typed.replace(/\r$/, "");
          if (!(raw && interactive)) typed += typed.length < LIMIT ? char : "";
          else if (char === "\x03") {
            interrupt();
            return null;
          } else if (char === "\x04") return typed === "" ? null : typed;
          else if (char === "\x7f" || char === "\b") typed = [...typed].slice(0, -1).join("");
          else if (char >= " " && typed.length < LIMIT) typed += char;
        }
        if (signal.aborted || ended) return ended && typed !== "" ? typed : null;
        await Promise.race([more(), aborted.promise]);
      }
    } finally {
      signal.removeEventListener("abort", abort);
      if (raw && interactive) Deno.stdin.setRaw(false);
      if ((raw && interactive) || signal.aborted || ended) console.error();
    }
  }

  return {
    interactive,
    line: (question, signal) => ask(question, signal, false),
    secret: (question, signal) => ask(question, signal, true),
    ended: () => ended && buffered === "",
    onInterrupt: (call) => interrupt = call,
    close() {
      // A read that is under way would keep the program alive.
      if (reading) Deno.stdin.close();
    },
  };
}
