import { insertElements, permute, permuteValues, renameMember, replaceValue } from "./change.ts";
import type { Style } from "./layout.ts";
import { type ArrayNode, type Json, memberOf, type Node, type ObjectNode, toValue } from "./node.ts";
import { removeElements } from "./remove.ts";
import { canonical, isList, isRecord } from "./value.ts";

/**
 * How a change is made, the gentlest first: `move` moves comments with their entries, `swap` leaves them in
 * place, `whole` writes the value anew.
 */
export type EditStrategy = "move" | "swap" | "whole";

/** The reason for the user why a text cannot be edited. */
export class EditError extends Error {
  constructor(message: string, readonly hint?: string) {
    super(message);
  }
}

interface Target {
  readonly text: string;
  readonly node: Node;
  readonly value: Json;
  readonly style: Style;
  readonly strategy: EditStrategy;
}

/** Returns the text after the first change that brings a node nearer to a value; null when it has it. */
export function towards(target: Target): string | null {
  const { text, node, value, style, strategy } = target;
  if (same(node, value)) return null;
  if (strategy !== "whole") {
    if (node.kind === "object" && isRecord(value)) return objectTowards(target, node, value);
    if (node.kind === "array" && isList(value)) return arrayTowards(target, node, value);
  }
  return replaceValue(text, node, value, style);
}

function objectTowards(
  target: Target,
  node: ObjectNode,
  value: Readonly<Record<string, Json>>,
): string | null {
  const { text, style } = target;
  for (const [index, member] of node.members.entries()) {
    refuseDuplicates(node, member.key);
    if (!Object.hasOwn(value, member.key)) {
      const name = Object.keys(value).find((key) => !memberOf(node, key) && same(member.value, value[key]!));
      return name === undefined ? removeElements(text, node, [index]) : renameMember(text, member, name);
    }
    const inner = towards({ ...target, node: member.value, value: value[member.key]! });
    if (inner !== null) return inner;
  }
  const added = Object.keys(value).find((key) => !memberOf(node, key));
  return added === undefined
    ? null
    : insertElements(text, node, node.members.length, added, [value[added]!], style);
}

function arrayTowards(target: Target, node: ArrayNode, value: readonly Json[]): string | null {
  const { text, style, strategy } = target;
  const had = node.items.map((item) => canonical(toValue(item)));
  const wanted = value.map(canonical);
  let first = 0;
  while (first < had.length && first < wanted.length && had[first] === wanted[first]) first++;
  let hadEnd = had.length, wantedEnd = wanted.length;
  while (hadEnd > first && wantedEnd > first && had[hadEnd - 1] === wanted[wantedEnd - 1]) {
    [hadEnd, wantedEnd] = [hadEnd - 1, wantedEnd - 1];
  }

  const lost = unmatched(had, first, hadEnd, wanted.slice(first, wantedEnd));
  const added = unmatched(wanted, first, wantedEnd, had.slice(first, hadEnd));
  if (hadEnd > wantedEnd) return removeElements(text, node, [lost[0] ?? first]);
  if (hadEnd < wantedEnd) {
    // Insert at the end of the changed part, or at the index that the entry will have.
    const index = added.at(-1) === wantedEnd - 1 && added[0] !== first ? wantedEnd - 1 : added[0] ?? first;
    return insertElements(text, node, Math.min(index, hadEnd), null, [value[index]!], style);
  }
  if (lost.length > 0) {
    const moved = lost.find((index) => added.includes(index));
    // Another value at this place is another entry, so the comments of the removed one do not belong to it.
    if (moved === undefined) return removeElements(text, node, [lost[0]!]);
    return towards({ ...target, node: node.items[moved]!, value: value[moved]! });
  }
  const order = orderOf(had, wanted);
  return strategy === "move" ? permute(text, node, order, style) : permuteValues(text, node, order);
}

/** Returns the indexes from `first` up to `end` of the entries that the others do not have, or not as often. */
function unmatched(
  entries: readonly string[],
  first: number,
  end: number,
  others: readonly string[],
): number[] {
  const free = new Map<string, number>();
  for (const other of others) free.set(other, (free.get(other) ?? 0) + 1);
  const result: number[] = [];
  for (let i = first; i < end; i++) {
    const left = free.get(entries[i]!) ?? 0;
    if (left > 0) free.set(entries[i]!, left - 1);
    else result.push(i);
  }
  return result;
}

/** Returns the old index of the entry at each index of the new list. */
function orderOf(had: readonly string[], wanted: readonly string[]): number[] {
  const indexes = new Map<string, number[]>();
  for (const [index, entry] of had.entries()) indexes.getOrInsertComputed(entry, () => []).push(index);
  return wanted.map((entry) => indexes.get(entry)!.shift()!);
}

/**
 * Throws an EditError for a key that is twice in an object, because only the user can say which one is meant.
 */
export function refuseDuplicates(node: ObjectNode, key: string): void {
  if (node.members.filter((member) => member.key === key).length > 1) {
    throw new EditError(`${JSON.stringify(key)} is set twice in the file`, "Remove one of them first");
  }
}

/** Whether a tree represents a value. */
function same(node: Node, value: Json): boolean {
  return canonical(toValue(node)) === canonical(value);
}
