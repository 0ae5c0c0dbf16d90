/** Maximum characters of a number; the largest one, written out, has 309. */
const MAX_LENGTH = 400;

/**
 * Returns whether a number was read exactly as it was written: 9007199254740993 has one digit too many. A
 * fraction may lose digits.
 */
export function keepsNumber(written: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return true;
  return written.length <= MAX_LENGTH && decimal(written) === decimal(`${value}`);
}

/** Returns a number's digits and its power of ten, in the same form for all spellings. */
function decimal(written: string): string {
  const [mantissa = "", exponent = "0"] = written.toLowerCase().split("e");
  const [integer = "", fraction = ""] = mantissa.split(".");
  const digits = integer + fraction;
  const significant = digits.replace(/0+$/, "");
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
