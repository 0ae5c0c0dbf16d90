import type { ArrayNode, Json, Node, ObjectNode } from "./node.ts";

/** An object or a list. */
export type Container = ObjectNode | ArrayNode;

/** How a text is formatted, as far as an edit needs it. */
export interface Style {
  readonly eol: string;
  /** One step of indentation. */
  readonly indent: string;
}

/** Half-open range of one member or item, with its key and without its comma. */
interface Element {
  readonly start: number;
  readonly end: number;
  readonly value: Node;
}

/** Returns the members or items of a container. */
export function elementsOf(node: Container): Element[] {
  return node.kind === "object"
    ? node.members.map(({ keyStart, value }) => ({ start: keyStart, end: value.end, value }))
    : node.items.map((value) => ({ start: value.start, end: value.end, value }));
}

/** Reads line ending and indentation from a text; LF and two spaces when it has none. */
export function styleOf(text: string, root: Node): Style {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  return { eol, indent: stepIn(text, root) ?? "  " };
}

/**
 * Returns the first step of indentation below a node. Elements that do not begin their line are skipped,
 * because a line may be the whole text.
 */
function stepIn(text: string, node: Node): string | undefined {
  if (node.kind !== "object" && node.kind !== "array") return undefined;
  let outer: string | undefined;
  for (const { start, value } of elementsOf(node)) {
    if (isFirstOnLine(text, start)) {
      const inner = indentAt(text, start);
      outer ??= indentAt(text, node.start);
      if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
    }
    const found = stepIn(text, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the offset at which the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isNewline(text.charCodeAt(start - 1))) start--;
  return start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : start;
}

/** Returns the indentation of the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  let end = start;
  while (isBlank(text.charCodeAt(end))) end++;
  return text.slice(start, end);
}

/** Whether only space precedes an offset on its line. */
export function isFirstOnLine(text: string, offset: number): boolean {
  let start = offset;
  while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--;
  return start === 0 || isNewline(text.charCodeAt(start - 1)) ||
    (start === 1 && text.charCodeAt(0) === 0xfeff);
}

/** Whether a range of the text is on one line. */
export function isOneLine(text: string, { start, end }: { start: number; end: number }): boolean {
  return !/[\r\n]/.test(text.slice(start, end));
}

/** Returns the offset after space and comments on the same line, but before its line end. */
export function skipSameLine(text: string, offset: number): number {
  let at = offset;
  let behind = offset;
  for (;;) {
    while (isBlank(text.charCodeAt(at))) at++;
    if (text.startsWith("//", at)) {
      while (at < text.length && !isNewline(text.charCodeAt(at))) at++;
      return at;
    }
    if (!text.startsWith("/*", at)) return behind;
    at = text.indexOf("*/", at) + 2;
    behind = at;
    if (!isOneLine(text, { start: offset, end: at })) return at;
  }
}

/** Returns the offset of the comma between two offsets, ignoring comments; -1 when there is none. */
export function commaBetween(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (text[at] === ",") return at;
    if (text.startsWith("//", at)) { while (at < to && !isNewline(text.charCodeAt(at + 1))) at++; }
    else if (text.startsWith("/*", at)) at = text.indexOf("*/", at) + 1;
  }
  return -1;
}

/** Returns a value as text of several lines; lines after the first one are indented by `base`. */
export function render(value: Json, style: Style, base: string): string {
  const short = Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null)
    ? renderInline(value, " ")
    : null;
  if (short !== null && short.length <= 80) return short;
  return JSON.stringify(value, null, style.indent).replaceAll("\n", style.eol + base);
}

/** Returns a value as text of one line, with `pad` inside of braces. */
export function renderInline(value: Json, pad: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => renderInline(item as Json, pad)).join(", ")}]`;
  const members = Object.entries(value as { readonly [key: string]: Json });
  if (members.length === 0) return "{}";
  const inner = members.map(([key, item]) => `${JSON.stringify(key)}: ${renderInline(item, pad)}`);
  return `{${pad}${inner.join(", ")}${pad}}`;
}

/** Whether a character ends a line. */
export function isNewline(code: number): boolean {
  return code === 10 || code === 13;
}

/** Whether a character is space within a line. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
