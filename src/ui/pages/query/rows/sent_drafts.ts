import type { CellValue } from "../../../../core/sql/edit/changes.ts";

/** A value on its way. */
interface Draft {
  readonly key: string;
  readonly value: CellValue;
  done: boolean;
}

/** Values of cells that were sent and do not stand in the rows yet, so that what was typed does not flicker. */
interface SentDrafts {
  of(rowNumber: number, column: number): CellValue | undefined;
  add(rowNumber: number, column: number, value: CellValue): Draft;
  /** They were taken, and stand in the next rows that come; or were refused. */
  sent(drafts: readonly Draft[], taken: boolean): void;
  /** Rows have come. */
  answered(): void;
}

/** Makes them; there are none. */
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
