/** One line of a difference. Line numbers count from 1. */
export interface DiffLine {
  readonly kind: "same" | "add" | "remove";
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

/** Beyond this many differing lines, blocks are shown as removed and added whole. */
const MAX_EDITS = 600;

/** The line-by-line difference of two texts (Myers' shortest edit script, with common ends cut off first). */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let endBefore = before.length;
  let endAfter = after.length;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  const same = (i: number, shift: number): DiffLine => ({
    kind: "same",
    text: before[i] ?? "",
    before: i + 1,
    after: i + shift + 1,
  });
  const result: DiffLine[] = [];
  for (let i = 0; i < start; i++) result.push(same(i, 0));
  // One by one: a file may have two million lines, too many for the arguments of a call.
  for (const line of middle(before.slice(start, endBefore), after.slice(start, endAfter), start)) {
    result.push(line);
  }
  for (let i = endBefore; i < before.length; i++) result.push(same(i, endAfter - endBefore));
  return result;
}

function middle(before: readonly string[], after: readonly string[], shift: number): DiffLine[] {
  const trace = shortestEdits(before, after);
  if (trace === null) {
    return [
      ...before.map((text, i): DiffLine => ({ kind: "remove", text, before: shift + i + 1 })),
      ...after.map((text, i): DiffLine => ({ kind: "add", text, after: shift + i + 1 })),
    ];
  }
  const lines: DiffLine[] = [];
  let x = before.length;
  let y = after.length;
  for (let d = trace.length - 1; d >= 0; d--) {
    const row = trace[d];
    if (!row) continue;
    const k = x - y;
    const down = k === -d || (k !== d && at(row, k - 1) < at(row, k + 1));
    const previous = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : at(row, previous);
    const fromY = d === 0 ? 0 : fromX - previous;
    while (x > fromX && y > fromY) {
      x--;
      y--;
      lines.push({ kind: "same", text: before[x] ?? "", before: shift + x + 1, after: shift + y + 1 });
    }
    if (d === 0) break;
    if (down) {
      y--;
      lines.push({ kind: "add", text: after[y] ?? "", after: shift + y + 1 });
    } else {
      x--;
      lines.push({ kind: "remove", text: before[x] ?? "", before: shift + x + 1 });
    }
  }
  return lines.reverse();
}

/** The furthest reaching paths of each round, or null when there are too many edits. */
function shortestEdits(before: readonly string[], after: readonly string[]): Map<number, number>[] | null {
  const trace: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  const limit = Math.min(MAX_EDITS, before.length + after.length);
  for (let d = 0; d <= limit; d++) {
    trace.push(reach);
    const next = new Map(reach);
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(next, k - 1) < at(next, k + 1));
      let x = down ? at(next, k + 1) : at(next, k - 1) + 1;
      let y = x - k;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x++;
        y++;
      }
      next.set(k, x);
      if (x >= before.length && y >= after.length) return trace;
    }
    reach = next;
  }
  return null;
}

function at(reach: ReadonlyMap<number, number>, k: number): number {
  return reach.get(k) ?? -1;
}

/** A run of unchanged lines that is not shown. */
export interface SkippedLines {
  readonly kind: "skipped";
  readonly count: number;
}

/** The changed lines with `context` unchanged ones around each; longer unchanged runs are counted. */
export function nearChanges(lines: readonly DiffLine[], context = 3): (DiffLine | SkippedLines)[] {
  const shown = new Set<number>();
  for (const [index, { kind }] of lines.entries()) {
    if (kind === "same") continue;
    for (let near = index - context; near <= index + context; near++) shown.add(near);
  }
  const result: (DiffLine | SkippedLines)[] = [];
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (end < lines.length && !shown.has(end)) end++;
    // One hidden line takes as much room as the line that says so.
    if (end - index > 1) {
      result.push({ kind: "skipped", count: end - index });
      index = end;
    } else result.push(lines[index++]!);
  }
  return result;
}
