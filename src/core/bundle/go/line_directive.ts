/**
 * Returns what is wrong with the text after `//line ` (pkg.go.dev/cmd/compile#hdr-Line_Directives); null when
 * it is valid.
 */
export function lineDirectiveFault(text: string): string | null {
  const last = text.lastIndexOf(":");
  if (last < 0) return null; // an ordinary comment
  const number = numberOf(text.slice(last + 1));
  if (number === null) return "a line directive without a number";
  const before = text.slice(0, last);
  const first = before.lastIndexOf(":");
  const second = first < 0 ? null : numberOf(before.slice(first + 1));
  // Of two numbers the second one is the column.
  const good = second === null ? isPosition(number) : isPosition(number) && isPosition(second);
  return good ? null : "a line directive to a place that no file has";
}

const MAX_COUNT = 2n ** 30n, WORD = 2n ** 64n;

function numberOf(text: string): bigint | null {
  const digits = /^0*([0-9]*)$/.exec(text)?.[1];
  if (text === "" || digits === undefined || digits.length > 20) return null;
  const number = BigInt(digits);
  return number < WORD ? number : null;
}

function isPosition(number: bigint): boolean {
  return number > 0n && number <= MAX_COUNT;
}
