/** A line of a comparison. `line` counts from 1, in the new text, for removed lines in the old one. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed" | "skipped";
  readonly text: string;
  readonly line: number;
}

/** Work limit of the comparison: past it the middle is shown as removed and added as a whole. */
const MOST_STEPS = 4_000_000;

/**
 * Compares two texts line by line (Myers' shortest edit script) and keeps `context` unchanged lines
 * around each change; a longer unchanged stretch becomes one `skipped` line that counts them.
 */
export function diffLines(before: string, after: string, context = 3): DiffLine[] {
  const a = linesOf(before), b = linesOf(after);
  let start = 0, endA = a.length, endB = b.length;
  while (start < endA && start < endB && a[start] === b[start]) start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];

  const lines: DiffLine[] = [];
  const same = (i: number, count: number, shift: number) => {
    for (let k = 0; k < count; k++) {
      lines.push({ kind: "same", text: b[i + k + shift]!, line: i + k + shift + 1 });
    }
  };
  same(0, start, 0);
  let i = start, j = start;
  for (const step of editScript(a.slice(start, endA), b.slice(start, endB))) {
    if (step === "same") same(i, 1, j - i);
    else if (step === "removed") lines.push({ kind: "removed", text: a[i]!, line: i + 1 });
    else lines.push({ kind: "added", text: b[j]!, line: j + 1 });
    if (step !== "added") i++;
    if (step !== "removed") j++;
  }
  same(endA, a.length - endA, endB - endA);
  return skipUnchanged(lines, context);
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}

type Step = "same" | "added" | "removed";

/** The shortest list of steps that turns `a` into `b`, removals before additions. */
function editScript(a: readonly string[], b: readonly string[]): Step[] {
  const most = a.length + b.length;
  const trace: Int32Array[] = [];
  let reach = new Int32Array([0, 0, 0]);
  let steps = 0;
  for (let d = 0; d <= most; d++) {
    const next = new Int32Array(2 * d + 3);
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(reach, d - 1, k - 1) < at(reach, d - 1, k + 1));
      let x = d === 0 ? 0 : down ? at(reach, d - 1, k + 1) : at(reach, d - 1, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next[k + d + 1] = x;
      if (x >= a.length && x - k >= b.length) {
        trace.push(next);
        return backtrack(trace, a.length, b.length);
      }
    }
    trace.push(next);
    reach = next;
    steps += d + 1;
    if (steps > MOST_STEPS) break;
  }
  return [...a.map((): Step => "removed"), ...b.map((): Step => "added")];
}

/** The furthest point on diagonal `k` after `d` edits. */
function at(reach: Int32Array, d: number, k: number): number {
  return reach[k + d + 1] ?? 0;
}

function backtrack(trace: readonly Int32Array[], lengthA: number, lengthB: number): Step[] {
  const steps: Step[] = [];
  let x = lengthA, y = lengthB;
  for (let d = trace.length - 1; d > 0; d--) {
    const k = x - y, reach = trace[d - 1]!;
    const down = k === -d || (k !== d && at(reach, d - 1, k - 1) < at(reach, d - 1, k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = at(reach, d - 1, fromK), fromY = fromX - fromK;
    while (x > fromX && y > fromY && x > 0 && y > 0 && (down ? y > fromY + 1 : x > fromX + 1)) {
      steps.push("same");
      x--;
      y--;
    }
    steps.push(down ? "added" : "removed");
    [x, y] = [fromX, fromY];
  }
  for (; x > 0; x--) steps.push("same");
  return steps.reverse();
}

function skipUnchanged(lines: readonly DiffLine[], context: number): DiffLine[] {
  const shown = new Set<number>();
  for (const [index, { kind }] of lines.entries()) {
    if (kind === "same") continue;
    for (let near = index - context; near <= index + context; near++) shown.add(near);
  }
  const result: DiffLine[] = [];
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (end < lines.length && !shown.has(end)) end++;
    // One hidden line takes as much room as the line that says so.
    if (end - index > 1) {
      result.push({ kind: "skipped", text: `${end - index} lines not changed`, line: lines[index]!.line });
      index = end;
    } else result.push(lines[index++]!);
  }
  return result;
}
