/** Asks on the terminal. Returns null when the input ends without an answer. */
export async function askYes(question: string): Promise<boolean | null> {
  await Deno.stderr.write(new TextEncoder().encode(question));
  const line = await readLine();
  if (line !== null) return isYes(line);
  console.error();
  return null;
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
