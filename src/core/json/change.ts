import {
  commaBetween,
  type Container,
  elementsOf,
  indentAt,
  isFirstOnLine,
  isOneLine,
  lineSpan,
  render,
  renderInline,
  skipSameLine,
  type Style,
} from "./layout.ts";
import type { Json, Node } from "./node.ts";

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

/** Removes members or items, each with its comma; `indexes` go from the last to the first. Comments around them stay. */
export function removeElements(text: string, container: Container, indexes: readonly number[]): string {
  const elements = elementsOf(container);
  let result = text, above = elements.length;
  /** Where, in the result, that begins which follows: an element that stays, or the end. */
  let next = container.end - 1;
  for (let at = 0; at < indexes.length; at++) {
    const last = indexes[at]!;
    if (last + 1 < above) next = elements[last + 1]!.start;
    let first = last;
    // Neighbours with nothing between them go at once: there may be thousands.
    while (indexes[at + 1] === first - 1 && areBare(text, elements[first - 1]!.end, elements[first]!.start)) {
      first = indexes[++at]!;
    }
    const span = { start: elements[first]!.start, end: elements[last]!.end };
    const shorter = without(result, elements[first - 1]?.end, span, next);
    next -= result.length - shorter.length;
    above = first;
    result = shorter;
  }
  return result;
}

/** Whether only a comma and space are between two places. */
function areBare(text: string, from: number, to: number): boolean {
  return /^\s*,\s*$/.test(text.slice(from, to));
}

/** The text without what stands between the end of the element before it and what is next. */
function without(
  text: string,
  previous: number | undefined,
  { start, end }: { readonly start: number; readonly end: number },
  next: number,
): string {
  const comma = commaBetween(text, end, next);
  if (comma >= 0) {
    const shorter = splice(text, comma, comma + 1, "");
    // The place of the comma closes up with what stands behind it.
    return cutOut(shorter, start, end, comma === end);
  }
  const shorter = cutOut(text, start, end, false);
  if (previous === undefined) return shorter;
  const before = commaBetween(text, previous, start);
  const gap = text.slice(before + 1, start);
  // On one line the space behind the comma goes with it.
  return /^[ \t]*$/.test(gap) && shorter.startsWith(text.slice(0, start))
    ? splice(text, before, end, "")
    : splice(shorter, before, before + 1, "");
}

/** Removes a piece, with its line when nothing else is left on it. */
function cutOut(text: string, start: number, end: number, closeUp: boolean): string {
  const line = lineSpan(text, start, end);
  if (line) return splice(text, line.start, line.end, "");
  let after = end;
  if (closeUp || isFirstOnLine(text, start)) { while (text[after] === " " || text[after] === "\t") after++; }
  return splice(text, start, after, "");
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

/** Puts items into another order, each with the comments above it and behind it. `order` holds old indexes. */
export function permute(text: string, container: Container, order: readonly number[]): string {
  const elements = elementsOf(container);
  const head = skipSameLine(text, container.start + 1);
  let from = head;
  const parts = elements.map(({ end }, i) => {
    const comma = commaBetween(text, end, elements[i + 1]?.start ?? container.end - 1);
    const behind = comma < 0 ? end : comma + 1;
    const tail = skipSameLine(text, behind);
    const part = {
      body: text.slice(from, comma < 0 ? end : comma),
      comma: comma < 0 ? "" : ",",
      tail: text.slice(behind, tail),
    };
    from = tail;
    return part;
  });
  const moved = parts.map(({ comma }, i) => parts[order[i]!]!.body + comma + parts[order[i]!]!.tail);
  return text.slice(0, head) + moved.join("") + text.slice(from);
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
