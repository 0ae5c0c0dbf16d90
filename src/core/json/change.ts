import { type Gap, gapsOf, type Range } from "./comments.ts";
import {
  commaBetween,
  type Container,
  elementsOf,
  indentAt,
  isFirstOnLine,
  isOneLine,
  lineStart,
  render,
  renderInline,
  skipSameLine,
  type Style,
} from "./layout.ts";
import type { Json, Member, Node } from "./node.ts";

/** Returns the text with one range replaced. */
function splice(text: string, start: number, end: number, content: string): string {
  return text.slice(0, start) + content + text.slice(end);
}

/** Returns the text with another value in place of a node. */
export function replaceValue(text: string, node: Node, value: Json, style: Style): string {
  const content = isInlineContainer(text, node)
    ? renderInline(value, " ")
    : render(value, style, indentAt(text, node.start));
  return splice(text, node.start, node.end, content);
}

/** Returns the text with another name for a member. */
export function renameMember(text: string, { keyStart, keyEnd }: Member, name: string): string {
  return splice(text, keyStart, keyEnd, JSON.stringify(name));
}

/** Returns the text with a member, or items, inserted before the element at `index`; at the end when there is none. */
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
  const gap = gapsOf(text, container)(index);
  const isAlone = isFirstOnLine(text, neighbour.start);
  const indent = indentWithin(text, container, neighbour.start, style);
  const inline = !isAlone || (key === null && isInlineContainer(text, neighbour.value));
  const pad = text[neighbour.value.start + 1] === '"' && neighbour.value.kind === "object" ? "" : " ";
  const content = values
    .map((value) => label + (inline ? renderInline(value, pad) : render(value, style, indent)))
    .join(isAlone ? `,${style.eol}${indent}` : ", ");
  const behindComments = gap.trailing.at(-1)?.end ?? 0;

  if (index < elements.length) {
    if (!isAlone) {
      const [first] = gap.leading;
      const space = first && needsLineEnd(text, first) ? style.eol + indent : " ";
      const at = first?.start ?? neighbour.start;
      return splice(text, at, at, `${content},${space}`);
    }
    const from = index === 0 ? container.start + 1 : behindComma(text, container, index - 1);
    const at = Math.max(skipSameLine(text, from), behindComments);
    return splice(text, at, at, `${style.eol}${indent}${content},`);
  }
  const last = neighbour.end;
  const comma = commaBetween(text, last, container.end - 1);
  const behind = Math.max(last, comma + 1);
  const at = Math.max(isAlone ? skipSameLine(text, behind) : behind, behindComments);
  const separator = isAlone || reachLineEnd(text, gap) ? style.eol + indent : " ";
  if (comma >= 0) return splice(text, at, at, `${separator}${content},`);
  // On one line, a comma separates the comments of its neighbours, so the new entry comes after these
  // comments.
  if (separator === " ") return splice(text, at, at, `, ${content}`);
  return text.slice(0, last) + "," + text.slice(last, at) + separator + content + text.slice(at);
}

/** Whether what follows a comment must be on another line, because the comment ends with its line or has several. */
function needsLineEnd(text: string, comment: Range): boolean {
  return text.startsWith("//", comment.start) || !isOneLine(text, comment);
}

/** Whether comments belong to the entry before them only because they end its line. */
function reachLineEnd(text: string, { comma, trailing }: Gap): boolean {
  return trailing.some((one) => needsLineEnd(text, one) || (comma >= 0 && one.start > comma));
}

/** Returns the indentation of a new line at an offset in a container. */
function indentWithin(text: string, container: Container, offset: number, style: Style): string {
  const indent = indentAt(text, offset);
  return lineStart(text, offset) === lineStart(text, container.start) ? indent + style.indent : indent;
}

/** Whether a node is an object or a list with content, all on one line. */
function isInlineContainer(text: string, node: Node): boolean {
  return (node.kind === "object" || node.kind === "array") && elementsOf(node).length > 0 &&
    isOneLine(text, node);
}

/** Returns the offset after the comma that follows an element; after the element when there is none. */
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
  const body = inside.trimEnd();
  const [value, ...more] = values;
  const short = body === "" && label === "" && more.length === 0 &&
    (typeof value !== "object" || value === null);
  const replaced = short ? content : `${body}${style.eol}${inner}${content}${style.eol}${outer}`;
  return splice(text, container.start + 1, container.end - 1, replaced);
}

/**
 * Returns the text with items in another order, each with its comments; comments that belong to none stay
 * where they are. `order` has old indexes. Adds a line break where a comment would otherwise swallow the text
 * after it, or seem to explain a neighbour.
 */
export function permute(text: string, container: Container, order: readonly number[], style: Style): string {
  const elements = elementsOf(container), gapAt = gapsOf(text, container);
  const onLines = elements.every(({ start }) => isFirstOnLine(text, start));
  const parts = elements.map(({ start, end }, index) => {
    const { comma, trailing } = gapAt(index + 1), { leading } = gapAt(index);
    const from = leading[0]?.start ?? start;
    const to = Math.max(end, comma + 1, trailing.at(-1)?.end ?? 0);
    const endsLine = reachLineEnd(text, gapAt(index + 1));
    // An item without a comma gets the one of its new place: after its comments on the same line, but before
    // comments that end a line.
    const split = comma >= 0 ? comma : onLines || endsLine ? end : to;
    const body = text.slice(from, split), tail = text.slice(comma < 0 ? split : comma + 1, to);
    const beginsLine = leading.some((one) => needsLineEnd(text, one));
    return { from, to, body, comma: comma < 0 ? "" : ",", tail, beginsLine, endsLine };
  });
  const newLine = style.eol + indentWithin(text, container, elements.at(-1)!.start, style);
  let result = "", copied = 0, endsLine = false;
  for (const [index, { from, to, comma }] of parts.entries()) {
    const part = parts[order[index]!]!, between = text.slice(copied, from);
    const breaks = (endsLine || part.beginsLine) &&
      isOneLine(text, { start: copied && parts[index - 1]!.to, end: from });
    result += (breaks ? between.trimEnd() + newLine : between) + part.body + comma + part.tail;
    [copied, endsLine] = [to, part.endsLine];
  }
  const rest = text.slice(copied);
  return result +
    (endsLine && !/^[ \t]*[\r\n]/.test(rest)
      ? style.eol + indentAt(text, container.start) + rest.trimStart()
      : rest);
}

/** Returns the text with items in another order, and with everything between them where it was. */
export function permuteValues(text: string, container: Container, order: readonly number[]): string {
  const elements = elementsOf(container);
  let result = text;
  for (let i = elements.length - 1; i >= 0; i--) {
    const source = elements[order[i]!]!;
    result = splice(result, elements[i]!.start, elements[i]!.end, text.slice(source.start, source.end));
  }
  return result;
}
