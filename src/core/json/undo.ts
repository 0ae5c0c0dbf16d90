import { type Edit, relocatedEdit, withEdit } from "./edit.ts";
import type { Json } from "./node.ts";
import { EditError } from "./towards.ts";
import { at, canonical, isList } from "./value.ts";

/**
 * Returns the edits that undo `edits`, which were made one after another on `before`, in a document that may
 * have changed elsewhere since. Null when an edited value itself has changed.
 */
export function inverses(edits: readonly Edit[], before: Json, current: Json): Edit[] | null {
  const states = [before], all: Edit[] = [], shifts: Shifts = new Map();
  let now = current;
  try {
    for (const edit of edits) states.push(withEdit(states.at(-1)!, edit));
    for (const [index, edit] of edits.entries().toArray().reverse()) {
      const from = states[index]!;
      const back = inverse(relocatedEdit(from, edit), from, states[index + 1]!, now, shifts);
      if (back === null) return null;
      for (const one of back) {
        now = withEdit(now, one);
        all.push(one);
      }
    }
    return all;
  } catch (error) {
    if (error instanceof EditError) return null;
    throw error;
  }
}

/**
 * Returns the current text with the change from `before` to `after` undone character by character, so that
 * comments come back too. Null when the text has changed at that place, or on both sides of it.
 */
export function takenBack(before: string, after: string, current: string): string | null {
  const edit = sameEnds(before, after), others = sameEnds(after, current);
  const end = after.length - edit.tail;
  const moved = current.length - after.length;
  const shift = end <= others.head ? 0 : edit.head >= after.length - others.tail ? moved : null;
  if (shift === null) return null;
  return current.slice(0, edit.head + shift) + before.slice(edit.head, before.length - edit.tail) +
    current.slice(end + shift);
}

/** Returns the number of characters that two texts share at the beginning, and at the end of the rest. */
function sameEnds(one: string, other: string): { readonly head: number; readonly tail: number } {
  const most = Math.min(one.length, other.length);
  let head = 0, tail = 0;
  while (head < most && one[head] === other[head]) head++;
  while (tail < most - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++;
  return { head, tail };
}

/** Returns the edits that undo one edit; null when its value has changed. An entry that only moved has not. */
function inverse(edit: Edit, before: Json, after: Json, current: Json, shifts: Shifts): Edit[] | null {
  const { path } = edit;
  if (path.length === 0) return canonical(after) === canonical(current) ? [{ path, value: before }] : null;
  const parent = path.slice(0, -1);
  const last = path.at(-1)!;
  const list = at(current, parent);
  if (edit.to !== undefined) {
    const there = [...parent, edit.to], here = pathNow(there, after, current, shifts);
    if (!isList(list) || text(at(after, there)) !== text(at(current, here))) return null;
    const to = Number(last) + Number(here.at(-1)) - edit.to;
    return [{ path: here, to: Math.min(Math.max(to, 0), list.length - 1) }];
  }
  const had = at(before, path);
  if (edit.value === undefined && typeof last === "number" && had !== undefined) {
    if (!isList(list)) return null;
    // The entry goes back behind the one that it followed, because the indexes may have shifted.
    const to = last === 0 ? 0 : Number(pathNow([...parent, last - 1], before, current, shifts).at(-1)) + 1;
    return [{ path: parent, value: list.toSpliced(Math.max(to, 0), 0, had) }];
  }
  const here = pathNow(path, after, current, shifts);
  if (text(at(after, path)) !== text(at(current, here))) return null;
  if (had !== undefined) return [{ path: here, value: had }];
  // Containers that were added with the value are removed with it when they have no other content.
  for (let length = 1; length < path.length; length++) {
    const prefix = path.slice(0, length);
    if (at(before, prefix) !== undefined) continue;
    if (text(at(after, prefix)) === text(at(current, prefix))) return [{ path: prefix }];
  }
  return [{ path: here }];
}

/**
 * How far the entries of each list have moved, by the list's path, because the edits of one step have mostly
 * moved alike and a search for each of thousands would be slow.
 */
type Shifts = Map<string, number>;

/** Returns the path at which the entry of a list is now that was at `path` in `root`; any other path as it is. */
function pathNow(path: Edit["path"], root: Json, current: Json, shifts: Shifts): Edit["path"] {
  const was = at(root, path), last = path.at(-1);
  if (was === undefined || typeof last !== "number") return path;
  const parent = path.slice(0, -1), list = canonical(parent);
  const likely = [...parent, last + (shifts.get(list) ?? 0)];
  const here = relocatedEdit(current, { path: likely, was }).path;
  shifts.set(list, Number(here.at(-1)) - last);
  return here;
}

function text(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : canonical(value);
}
