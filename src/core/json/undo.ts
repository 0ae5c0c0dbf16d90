import type { Edit } from "./edit.ts";
import type { Json } from "./node.ts";
import { at, canonical, isList } from "./value.ts";

/**
 * The edits that take an edit back in a document that may have changed elsewhere since. Null when the
 * edited place itself has changed.
 */
export function inverse(edit: Edit, before: Json, after: Json, current: Json): Edit[] | null {
  const { path } = edit;
  if (path.length === 0) return canonical(after) === canonical(current) ? [{ path, value: before }] : null;
  const parent = path.slice(0, -1);
  const last = path.at(-1)!;
  if (edit.to !== undefined) {
    const there = [...parent, edit.to];
    const same = text(at(after, there)) === text(at(current, there));
    return same ? [{ path: there, to: Number(last) }] : null;
  }
  const had = at(before, path);
  if (edit.value === undefined && typeof last === "number" && had !== undefined) {
    const list = at(current, parent);
    if (list === undefined || !isList(list) || last > list.length) return null;
    return [{ path: parent, value: list.toSpliced(last, 0, had) }];
  }
  if (text(at(after, path)) !== text(at(current, path))) return null;
  if (had !== undefined) return [{ path, value: had }];
  // The containers that came with the value go with it when nothing else is in them.
  for (let length = 1; length <= path.length; length++) {
    const prefix = path.slice(0, length);
    if (at(before, prefix) !== undefined) continue;
    if (length === path.length || text(at(after, prefix)) === text(at(current, prefix))) {
      return [{ path: prefix }];
    }
  }
  return [{ path }];
}

function text(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : canonical(value);
}
