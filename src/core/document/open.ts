import type { Node } from "../json/node.ts";
import { keepsNumber } from "../json/precision.ts";
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
  const written = context.text.slice(start, end);
  if (keepsNumber(written, value)) return;
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
