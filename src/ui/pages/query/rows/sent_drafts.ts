import type { CellValue } from "../../../../core/sql/edit/changes.ts";

/** A value that was sent. */
interface Draft {
  readonly key: string;
  readonly value: CellValue;
  done: boolean;
}

/** Values of cells that were sent but are not in the loaded rows yet. They keep the typed values visible meanwhile. */
interface SentDrafts {
  of(rowNumber: number, column: number): CellValue | undefined;
  add(rowNumber: number, column: number, value: CellValue): Draft;
  /** Records that the values were accepted, so that the next rows contain them, or were refused. */
  sent(drafts: readonly Draft[], taken: boolean): void;
  /** Records that rows have arrived. */
  answered(): void;
}

/** Creates an empty set of sent values. */
export function sentDrafts(): SentDrafts {
  const all = new Map<string, Draft>();
  const keyOf = (rowNumber: number, column: number) => `${rowNumber} ${column}`;
  const drop = (draft: Draft) => {
    if (all.get(draft.key) === draft) all.delete(draft.key);
  };
  return {
    of: (rowNumber, column) => all.get(keyOf(rowNumber, column))?.value,
    add(rowNumber, column, value) {
      const key = keyOf(rowNumber, column);
      const draft = { key, value, done: false };
      all.set(key, draft);
      return draft;
    },
    sent(drafts, taken) {
      for (const draft of drafts) {
        draft.done = taken;
        if (!taken) drop(draft);
      }
    },
    answered() {
      for (const draft of [...all.values()]) if (draft.done) drop(draft);
    },
  };
}
