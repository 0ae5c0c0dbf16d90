import type { CellValue } from "../../../../core/sql/edit/changes.ts";

/** A value that was sent. */
interface Draft {
  readonly key: string;
  readonly value: CellValue;
  done: boolean;
}

/**
 * Creates an empty set of values of cells that were sent but are not in the loaded rows yet. They keep the
 * typed values visible meanwhile.
 */
export function sentDrafts() {
  const all = new Map<string, Draft>();
  const keyOf = (rowNumber: number, column: number) => `${rowNumber} ${column}`;
  const drop = (draft: Draft) => {
    if (all.get(draft.key) === draft) all.delete(draft.key);
  };
  return {
    of: (rowNumber: number, column: number) => all.get(keyOf(rowNumber, column))?.value,
    add(rowNumber: number, column: number, value: CellValue): Draft {
      const key = keyOf(rowNumber, column);
      const draft = { key, value, done: false };
      all.set(key, draft);
      return draft;
    },
    /** Records that the values were accepted, so that the next rows contain them, or were refused. */
    sent(drafts: readonly Draft[], taken: boolean): void {
      for (const draft of drafts) {
        draft.done = taken;
        if (!taken) drop(draft);
      }
    },
    /** Records that rows have arrived. */
    answered(): void {
      for (const draft of [...all.values()]) if (draft.done) drop(draft);
    },
  };
}
