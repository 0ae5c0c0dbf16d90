import { insertElements } from "./change.ts";
import { type Container, styleOf } from "./layout.ts";
import { type Json, type Node, toValue } from "./node.ts";
import { parseJson } from "./parse.ts";
import { removeElements } from "./remove.ts";
import { EditError, type EditStrategy, refuseDuplicates, towards } from "./towards.ts";
import { at, canonical, isList, isRecord } from "./value.ts";

/** One change of a document. Without `value`, what is at the path is removed. */
export interface Edit {
  readonly path: readonly (string | number)[];
  readonly value?: Json;
  /**
   * The value at the path when the user chose the change. Another value there now makes the edit fail. An
   * entry of a list is searched for in the list, unless it is to be moved, because indexes in a list shift.
   */
  readonly was?: Json;
  /** Whether the entry is new. It then goes to the end of its list, wherever that is now. */
  readonly add?: boolean;
  /** Moves the entry of a list to this index instead. */
  readonly to?: number;
}

/** The changed text, or why the text cannot be changed. */
export type Edited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

const STRATEGIES: readonly EditStrategy[] = ["move", "swap", "whole"];

/** Maximum single steps of a change; one that needs more is made by another strategy. */
const MAX_STEPS = 100;

/**
 * Changes values of a JSON text with comments and leaves every other byte as it is. When a value becomes
 * another object or list, it is changed member by member. Comments move with their entry.
 */
export function editJson(text: string, edits: readonly Edit[]): Edited {
  try {
    let result = text;
    for (let at = 0; at < edits.length;) {
      const group = edits.slice(at, at + togetherFrom(edits, at));
      result = editTogether(result, group) ?? group.reduce(applyEdit, result);
      at += group.length;
    }
    return { ok: true, text: result };
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    return { ok: false, error: error.message, ...(error.hint ? { hint: error.hint } : {}) };
  }
}

/** Returns an edit of a list's entry with the path at which that entry is now. */
export function relocatedEdit(root: Json, edit: Edit): Edit {
  const { path, was, to, add = false } = edit;
  const index = path.at(-1);
  if (to !== undefined || typeof index !== "number") return edit;
  const parent = path.slice(0, -1);
  const list = at(root, parent);
  if (add && (list === undefined || isList(list))) return { ...edit, path: [...parent, list?.length ?? 0] };
  if (was === undefined || !isList(list)) return edit;
  const wanted = canonical(was);
  const isWanted = (entry: Json | undefined) => entry !== undefined && canonical(entry) === wanted;
  const now = isWanted(list[index]) ? index : list.findIndex(isWanted);
  return now < 0 ? edit : { ...edit, path: [...parent, now] };
}

/**
 * What edits of a list do that are made together. There may be thousands, and each one alone would read the
 * whole text.
 */
type Together = "add" | "remove";

/** Returns what an edit does when it can be made together with others of its list; null for any other edit. */
function kindOf({ path, value, was, to, add = false }: Edit): Together | null {
  if (to !== undefined || was !== undefined || typeof path.at(-1) !== "number") return null;
  if (value === undefined) return "remove";
  return add ? "add" : null;
}

/**
 * Returns the number of edits from an index on that add entries to the end of one list, or remove entries of
 * one from the last on; at least 1.
 */
function togetherFrom(edits: readonly Edit[], from: number): number {
  const listOf = ({ path }: Edit) => canonical(path.slice(0, -1));
  const kind = kindOf(edits[from]!), list = listOf(edits[from]!);
  if (kind === null) return 1;
  const goesOn = (edit: Edit, before: Edit) =>
    kindOf(edit) === kind && listOf(edit) === list &&
    (kind === "add" || Number(edit.path.at(-1)) < Number(before.path.at(-1)));
  let count = 1;
  while (from + count < edits.length && goesOn(edits[from + count]!, edits[from + count - 1]!)) count++;
  return count;
}

/** Makes several edits of a list in one step. Returns null when they must be made one by one. */
function editTogether(text: string, edits: readonly Edit[]): string | null {
  const root = edits.length > 1 ? read(text) : null;
  if (root === null) return null;
  const parent = edits[0]!.path.slice(0, -1);
  const list = at(toValue(root), parent);
  if (list === undefined && kindOf(edits[0]!) === "add") {
    // The first entry creates the list.
    return editTogether(applyEdit(text, edits[0]!), edits.slice(1));
  }
  if (!isList(list)) return null;
  let node: Node = root;
  for (const key of parent) {
    const container = containerFor(node, key), index = indexOf(container, key)!;
    node = container.kind === "object" ? container.members[index]!.value : container.items[index]!;
  }
  if (node.kind !== "array") return null;
  const values = edits.map(({ value }) => value!), indexes = edits.map(({ path }) => Number(path.at(-1)));
  const removes = kindOf(edits[0]!) === "remove";
  if (removes && indexes[0]! >= list.length) return null;
  const result = removes
    ? removeElements(text, node, indexes)
    : insertElements(text, node, list.length, null, values, styleOf(text, root));
  const gone = new Set(indexes);
  const wanted = removes ? list.filter((_, index) => !gone.has(index)) : [...list, ...values];
  const made = read(result);
  const expected = canonical(expect(toValue(root), parent, wanted));
  return made && canonical(toValue(made)) === expected ? result : null;
}

/** Returns a document after an edit. Throws an {@link EditError} when the edit does not fit the document. */
export function withEdit(root: Json, edit: Edit): Json {
  const { path, value } = edit.to === undefined
    ? relocatedEdit(root, edit)
    : moved(root, edit.path, edit.to, edit.was);
  return expect(root, path, value);
}

function applyEdit(text: string, asked: Edit): string {
  const root = read(text);
  if (root === null) {
    throw new EditError(
      "The file is not parseable",
      "Fix it first; the problem is shown with its line and column",
    );
  }
  const edit = asked.to === undefined
    ? relocatedEdit(toValue(root), asked)
    : moved(toValue(root), asked.path, asked.to, asked.was);
  const now = at(toValue(root), edit.path);
  if (edit.was !== undefined && (now === undefined || canonical(now) !== canonical(edit.was))) {
    throw changedMeanwhile();
  }
  const expected = canonical(expect(toValue(root), edit.path, edit.value));
  for (const strategy of STRATEGIES) {
    const result = attempt(text, edit, strategy, expected);
    if (result !== null) return result;
  }
  throw new EditError("The change would touch more of the file than it should", "Edit the file itself");
}

/** Returns a move as a change of the whole list. */
function moved(root: Json, path: Edit["path"], to: number, was: Json | undefined): Edit {
  const parent = path.slice(0, -1);
  const from = Number(path.at(-1));
  const list = at(root, parent);
  const entry = isList(list) ? list[from] : undefined;
  if (!isList(list) || entry === undefined || to >= list.length) {
    throw new EditError(`The list has no entry ${entry === undefined ? from : to}`);
  }
  if (was !== undefined && canonical(entry) !== canonical(was)) throw changedMeanwhile();
  return { path: parent, value: list.toSpliced(from, 1).toSpliced(to, 0, entry) };
}

function changedMeanwhile(): EditError {
  return new EditError("It was changed in the file meanwhile", "Look at it again, then change it");
}

/** Makes a change step by step. Returns null when the steps do not lead to the requested value. */
function attempt(text: string, edit: Edit, strategy: EditStrategy, expected: string): string | null {
  let result = text;
  for (let steps = 0; steps <= MAX_STEPS; steps++) {
    const root = read(result);
    if (root === null) return null;
    if (canonical(toValue(root)) === expected) return result;
    const next = nextChange(result, root, edit, strategy);
    if (next === null) return null;
    result = next;
  }
  return null;
}

/** Returns the tree of a text; null when the text does not parse. */
function read(text: string): Node | null {
  const { root, problems } = parseJson(text);
  return problems.length === 0 ? root : null;
}

/** Returns the text after the next single step of a change; null when there is none. */
function nextChange(text: string, root: Node, { path, value }: Edit, strategy: EditStrategy): string | null {
  const style = styleOf(text, root);
  let node = root;
  for (const [depth, key] of path.entries()) {
    const container = containerFor(node, key, path[depth - 1]);
    const index = indexOf(container, key);
    if (index === null) {
      if (value === undefined) return null;
      const size = container.kind === "object" ? container.members.length : container.items.length;
      const added = build(path.slice(depth + 1), value);
      const name = container.kind === "object" ? String(key) : null;
      return insertElements(text, container, size, name, [added], style);
    }
    if (value === undefined && depth === path.length - 1) return removeElements(text, container, [index]);
    node = container.kind === "object" ? container.members[index]!.value : container.items[index]!;
  }
  return value === undefined ? null : towards({ text, node, value, style, strategy });
}

function containerFor(node: Node, key: string | number, of?: string | number): Container {
  if (node.kind === "object" && typeof key === "string") return node;
  if (node.kind === "array" && typeof key === "number") return node;
  throw misfit(key, of);
}

/** Returns the position of a key or index; null when it would be added. */
function indexOf(container: Container, key: string | number): number | null {
  if (container.kind === "object") {
    refuseDuplicates(container, String(key));
    const index = container.members.findIndex((member) => member.key === key);
    return index < 0 ? null : index;
  }
  return Number(key) < container.items.length ? Number(key) : null;
}

/** Returns a value after a change. Throws an {@link EditError} when the path does not fit. */
function expect(
  current: Json | undefined,
  path: Edit["path"],
  value: Json | undefined,
  of?: string | number,
): Json {
  if (path.length === 0) {
    if (value === undefined) throw new EditError("The whole configuration cannot be removed");
    return value;
  }
  const [key, ...rest] = path as [string | number, ...(string | number)[]];
  const container = current ?? (typeof key === "number" ? [] : {});
  if (typeof key === "number" && isList(container)) {
    if (key > container.length || (key === container.length && value === undefined)) {
      throw new EditError(`The list has no entry ${key}`);
    }
    if (value === undefined && rest.length === 0) return container.toSpliced(key, 1);
    return container.toSpliced(key, 1, expect(container[key], rest, value, key));
  }
  if (typeof key !== "string" || !isRecord(container)) throw misfit(key, of);
  const members = new Map(Object.entries(container));
  if (value === undefined && (rest.length === 0 || !members.has(key))) members.delete(key);
  else members.set(key, expect(members.get(key), rest, value, key));
  return Object.fromEntries(members);
}

/** Returns a value inside the containers that the rest of a path needs. */
function build(path: Edit["path"], value: Json): Json {
  return path.reduceRight<Json>((inner, key) => typeof key === "string" ? { [key]: inner } : [inner], value);
}

/** Returns why a key or an index cannot be changed in what is at the key `of`. */
function misfit(key: string | number, of?: string | number): EditError {
  return new EditError(
    typeof key === "number" && of !== undefined
      ? `${JSON.stringify(of)} in the file is not a list`
      : `The file has something else where ${JSON.stringify(key)} belongs`,
    "Edit the file itself",
  );
}
