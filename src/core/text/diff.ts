import { diffArrays } from "diff";

/** One line of a difference. Line numbers count from 1. */
export interface DiffLine {
  readonly kind: "same" | "add" | "remove";
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

/** A run of `count` lines of one kind, with the index of its first line in each text, from 0. */
interface Block {
  readonly kind: DiffLine["kind"];
  readonly before: number;
  readonly after: number;
  count: number;
}

/** Maximum differing lines; beyond them a block is shown as removed and added as a whole. */
const MAX_EDITS = 600;

/** Returns the line-by-line difference of two texts, with the fewest edits between equal beginnings and ends. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  for (const block of blocksOf(before, after)) {
    // Pushed one by one, because a file may have two million lines, too many for the arguments of one call.
    for (let i = 0; i < block.count; i++) lines.push(lineOf(block, i, before, after));
  }
  return lines;
}

/** A run of unchanged lines that is not shown. */
export interface SkippedLines {
  readonly kind: "skipped";
  readonly count: number;
}

/** Returns the changed lines with `context` unchanged ones around each; longer unchanged runs are counted. */
export function* changedLines(
  before: readonly string[],
  after: readonly string[],
  context = 3,
): Generator<DiffLine | SkippedLines> {
  const blocks = blocksOf(before, after);
  for (const [index, block] of blocks.entries()) {
    const head = block.kind !== "same" ? block.count : index === 0 ? 0 : context;
    const tail = block.kind !== "same" || index === blocks.length - 1 ? 0 : context;
    const hidden = block.count - head - tail;
    // A single hidden line takes no more room than the line that says so.
    const folded = hidden > 1;
    for (let i = 0; i < block.count; i++) {
      if (folded && i === head) {
        yield { kind: "skipped", count: hidden };
        i += hidden - 1;
      } else yield lineOf(block, i, before, after);
    }
  }
}

function lineOf(block: Block, index: number, before: readonly string[], after: readonly string[]): DiffLine {
  const [b, a] = [block.before + index, block.after + index];
  switch (block.kind) {
    case "same":
      return { kind: "same", text: after[a]!, before: b + 1, after: a + 1 };
    case "remove":
      return { kind: "remove", text: before[b]!, before: b + 1 };
    case "add":
      return { kind: "add", text: after[a]!, after: a + 1 };
  }
}

/** Returns the runs of the difference in order. Two runs of one kind never follow each other. */
function blocksOf(before: readonly string[], after: readonly string[]): Block[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let endBefore = before.length;
  let endAfter = after.length;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  const blocks: Block[] = [];
  add(blocks, "same", 0, 0, start);
  for (const block of middle(before.slice(start, endBefore), after.slice(start, endAfter))) {
    add(blocks, block.kind, block.before + start, block.after + start, block.count);
  }
  add(blocks, "same", endBefore, endAfter, before.length - endBefore);
  return blocks;
}

function add(blocks: Block[], kind: Block["kind"], before: number, after: number, count: number): void {
  const last = blocks.at(-1);
  if (count === 0) return;
  if (last?.kind === kind) last.count += count;
  else blocks.push({ kind, before, after, count });
}

function middle(before: readonly string[], after: readonly string[]): Block[] {
  const changes = diffArrays(before.slice(), after.slice(), { maxEditLength: MAX_EDITS }) ??
    [{ removed: true, added: false, count: before.length }, {
      removed: false,
      added: true,
      count: after.length,
    }];
  const blocks: Block[] = [];
  let b = 0, a = 0;
  for (const { added, removed, count } of changes) {
    blocks.push({ kind: added ? "add" : removed ? "remove" : "same", before: b, after: a, count });
    if (!added) b += count;
    if (!removed) a += count;
  }
  return blocks;
}
