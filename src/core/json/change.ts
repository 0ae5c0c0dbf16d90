import { gapsOf } from "./comments.ts";
import {
  commaBetween,
  type Container,
  elementsOf,
  indentAt,
  isFirstOnLine,
  isOneLine,
  render,
  renderInline,
  skipSameLine,
  type Style,
} from "./layout.ts";
import type { Json, Member, Node } from "./node.ts";

/** Replaces one piece of a text. */
function splice(text: string, start: number, end: number, content: string): string {
  return text.slice(0, start) + content + text.slice(end);
}

/** Replaces a value. */
export function replaceValue(text: string, node: Node, value: Json, style: Style): string {
  const inline = node.kind === "object" || node.kind === "array"
    ? isOneLine(text, node) && elementsOf(node).length > 0
    : false;
  const content = inline ? renderInline(value, " ") : render(value, style, indentAt(text, node.start));
  return splice(text, node.start, node.end, content);
}

/** Gives a member another name. */
export function renameMember(text: string, { keyStart, keyEnd }: Member, name: string): string {
  return splice(text, keyStart, keyEnd, JSON.stringify(name));
}

/** Inserts a member, or items, before the one at `index`; at the end when there is none. */
export function insertElements(
  text: string,
  container: Container,
  index: number,
  key: string | null,
  values: readonly Json[],
  style: Style,
): string {
  const elements = elementsOf(container);
  const label = key === null ? "" : `${JSON.stringify(key)}: `;
  if (elements.length === 0) return insertFirst(text, container, label, values, style);

  const neighbour = elements[Math.min(index, elements.length - 1)]!;
  const ownLine = isFirstOnLine(text, neighbour.start);
  const indent = indentAt(text, neighbour.start);
  const inline = !ownLine || (key === null && isInlineObject(text, neighbour.value));
  const pad = text[neighbour.value.start + 1] === '"' && neighbour.value.kind === "object" ? "" : " ";
  const content = values
    .map((value) => label + (inline ? renderInline(value, pad) : render(value, style, indent)))
    .join(ownLine ? `,${style.eol}${indent}` : ", ");

  if (index < elements.length) {
    if (!ownLine) return splice(text, neighbour.start, neighbour.start, `${content}, `);
    const from = index === 0 ? container.start + 1 : behindComma(text, container, index - 1);
    const at = skipSameLine(text, from);
    return splice(text, at, at, `${style.eol}${indent}${content},`);
  }
  const last = neighbour.end;
  const comma = commaBetween(text, last, container.end - 1);
  const separator = ownLine ? style.eol + indent : " ";
  if (comma >= 0) {
    const at = ownLine ? skipSameLine(text, comma + 1) : comma + 1;
    return splice(text, at, at, `${separator}${content},`);
  }
  const at = ownLine ? skipSameLine(text, last) : last;
  return text.slice(0, last) + "," + text.slice(last, at) + separator + content + text.slice(at);
}

function isInlineObject(text: string, node: Node): boolean {
  return (node.kind === "object" || node.kind === "array") && elementsOf(node).length > 0 &&
    isOneLine(text, node);
}

/** Behind the comma that follows an element. */
function behindComma(text: string, container: Container, index: number): number {
  const elements = elementsOf(container);
  const { end } = elements[index]!;
  const comma = commaBetween(text, end, elements[index + 1]?.start ?? container.end - 1);
  return comma < 0 ? end : comma + 1;
}

function insertFirst(
  text: string,
  container: Container,
  label: string,
  values: readonly Json[],
  style: Style,
): string {
  const outer = indentAt(text, container.start);
  const inner = outer + style.indent;
  const content = values.map((value) => label + render(value, style, inner)).join(`,${style.eol}${inner}`);
  const inside = text.slice(container.start + 1, container.end - 1);
  const kept = inside.trimEnd();
  const [value, ...more] = values;
  const short = kept === "" && label === "" && more.length === 0 &&
    (typeof value !== "object" || value === null);
  const replaced = short ? content : `${kept}${style.eol}${inner}${content}${style.eol}${outer}`;
  return splice(text, container.start + 1, container.end - 1, replaced);
}

/**
 * Puts items into another order, each with its comments; what belongs to none of them stays where it is. `order` holds
 * old indexes. Null where a comment up to the end of its line would swallow what stands behind it.
 */
export function permute(text: string, container: Container, order: readonly number[]): string | null {
  const elements = elementsOf(container), gapAt = gapsOf(text, container);
  const onLines = elements.every(({ start }) => isFirstOnLine(text, start));
  const parts = elements.map(({ start, end }, index) => {
    const { comma, trailing } = gapAt(index + 1);
    const from = gapAt(index).leading[0]?.start ?? start;
    const to = Math.max(end, comma + 1, trailing.at(-1)?.end ?? 0);
    // Without a comma, that of another place comes behind the comments of one line, and before those of a line's end.
    const split = comma >= 0 ? comma : onLines ? end : to;
    const body = text.slice(from, split), tail = text.slice(comma < 0 ? split : comma + 1, to);
    const own = [...gapAt(index).leading, ...trailing];
    return { from, to, body, comma: comma < 0 ? "" : ",", tail, own };
  });
  if (!onLines && parts.some(({ own }) => own.some((one) => text.startsWith("//", one.start)))) return null;
  let result = "", kept = 0;
  for (const [index, { from, to, comma }] of parts.entries()) {
    const { body, tail } = parts[order[index]!]!;
    result += text.slice(kept, from) + body + comma + tail;
    kept = to;
  }
  return result + text.slice(kept);
}

/** Puts items into another order and leaves everything between them where it is. */
export function permuteValues(text: string, container: Container, order: readonly number[]): string {
  const elements = elementsOf(container);
  let result = text;
  for (let i = elements.length - 1; i >= 0; i--) {
    const source = elements[order[i]!]!;
    result = splice(result, elements[i]!.start, elements[i]!.end, text.slice(source.start, source.end));
  }
  return result;
}
