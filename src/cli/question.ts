/**
 * Asks on the terminal. Returns null when the input ends without an answer. Rejects with the signal's reason
 * when it aborts.
 */
export async function askYes(question: string, signal?: AbortSignal): Promise<boolean | null> {
  await Deno.stderr.write(new TextEncoder().encode(question));
  if (signal?.aborted) {
    console.error();
    throw signal.reason;
  }
  const aborted = Promise.withResolvers<never>();
  const abort = () => {
    console.error();
    // An unfinished read would keep the process alive.
    Deno.stdin.close();
    aborted.reject(signal!.reason);
  };
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const line = await Promise.race([readLine(), aborted.promise]);
    if (line !== null) return isYes(line);
    console.error();
    return null;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** Whether the typed answer is a yes; any other answer is a no. */
export function isYes(typed: string): boolean {
  return /^y(es)?$/i.test(typed.trim());
}

/** Reads one line of standard input and keeps up to 1,000 bytes of it; null at the end of the input. */
async function readLine(): Promise<string | null> {
  const bytes: number[] = [];
  const one = new Uint8Array(1);
  for (;;) {
    const read = await Deno.stdin.read(one).catch(() => null);
    if (read === null) return bytes.length > 0 ? text(bytes) : null;
    if (one[0] === 10) return text(bytes);
    if (bytes.length < 1000) bytes.push(one[0]!);
  }
}

function text(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
