import type { Node } from "../json/node.ts";
import { clip } from "../json/scan.ts";
import { namesPassword } from "../text/password_dots.ts";
import type { CheckContext, Path } from "./kind.ts";
import { duplicate, nameOf } from "./value.ts";

/** Checks values that the schema leaves open for content that another reader would read differently. */
export function checkOpen(node: Node, path: Path, context: CheckContext): void {
  if (node.kind === "number") return checkNumber(node.value, node.start, node.end, path, context);
  if (node.kind === "array") {
    for (const [index, item] of node.items.entries()) checkOpen(item, [...path, index], context);
  }
  if (node.kind !== "object") return;
  const seen = new Set<string>();
  for (const member of node.members) {
    if (seen.has(member.key) && !member.alone) context.report(duplicate(member, path));
    seen.add(member.key);
    checkOpen(member.value, [...path, member.key], context);
  }
}

function checkNumber(value: number, start: number, end: number, path: Path, context: CheckContext): void {
  if (!Number.isInteger(value) && Number.isFinite(value) || Number.isSafeInteger(value)) return;
  const written = context.text.slice(start, end);
  if (Number.isFinite(value) && keeps(written, value)) return;
  const shown = namesPassword(path.at(-1)) ? "•••" : written;
  const hint = "Put it in quotes";
  context.report(
    Number.isFinite(value)
      ? {
        severity: "warning",
        code: "number-precision",
        path,
        offset: start,
        message: `${nameOf(path)} has more digits than a number keeps: ${clip(shown)}`,
        hint,
      }
      : {
        severity: "error",
        code: "number-range",
        path,
        offset: start,
        message: `${nameOf(path)} is larger than any number here: ${clip(shown)}`,
        hint,
      },
  );
}

/** Maximum characters of a number; the largest one, written out, has 309. */
const LONGEST = 400;

/** Returns whether a number was read exactly as it was written: 9007199254740993 has one digit too many. */
function keeps(written: string, value: number): boolean {
  return written.length <= LONGEST && decimal(written) === decimal(`${value}`);
}

/** Returns a number's digits and its power of ten, in the same form for all spellings. */
function decimal(written: string): string {
  const [mantissa = "", exponent = "0"] = written.toLowerCase().split("e");
  const [integer = "", fraction = ""] = mantissa.split(".");
  const digits = integer + fraction;
  const significant = digits.replace(/0+$/, "");
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
