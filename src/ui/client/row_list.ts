import type { RowsAnswer } from "../../pages/http/protocol.ts";
import type { Client, RowQuestion } from "./client.ts";

/** Why rows could not be read. */
type RowsFailure = Extract<RowsAnswer, { ok: false }>;

/** The known rows of a part of a list. */
export interface ShownRows<Row> {
  /** `loading`: nothing is known yet. `error`: `failure` has the reason, and earlier rows are kept. */
  readonly state: "loading" | "error" | "empty" | "full";
  /** Index of the first of `rows` in the list. */
  readonly from: number;
  readonly rows: readonly Row[];
  /** Number of rows of the whole list; null while unknown. */
  readonly total: number | null;
  /** Whether more rows follow these. */
  readonly more: boolean;
  /** Whether the list is still being loaded, so that other rows may arrive. */
  readonly unfinished: boolean;
  readonly failure: RowsFailure | null;
  /** False while these rows answer the previous question, because those of the latest one are loading. */
  readonly current: boolean;
}

/** A part of a list that is kept up to date. */
interface RowList<Row> {
  get(): ShownRows<Row>;
  /** Requests another part or another list. The current rows stay until the first answer arrives. */
  ask(question: RowQuestion): void;
  /** Resolves with the rows of the latest question, at once when they are loaded. */
  latest(): Promise<ShownRows<Row>>;
  /** Ends the question and removes its rows, until the next question. */
  clear(): void;
  /** Ends the question for good. */
  close(): void;
}

const NOTHING = {
  state: "loading",
  from: 0,
  rows: [],
  total: null,
  more: false,
  unfinished: true,
  failure: null,
  current: false,
} as const;

/**
 * Creates a list without rows. `onChange` is called after each change of what `get` returns. With `keep` the
 * list drops its first rows when it has a quarter more rows than that.
 */
export function createRowList<Row>(
  client: Pick<Client, "query">,
  onChange: () => void,
  keep = Infinity,
): RowList<Row> {
  let shown: ShownRows<Row> = NOTHING;
  let stop = () => {};
  let waiting: (() => void)[] = [];

  function set(next: ShownRows<Row>): void {
    shown = next;
    if (shown.current) { for (const settle of waiting.splice(0)) settle(); }
    onChange();
  }

  return {
    get: () => shown,
    ask(question) {
      stop();
      if (shown.current) shown = { ...shown, current: false };
      stop = client.query(
        question,
        (answer) => set(trimmed(withAnswer(shown, question.from, answer as RowsAnswer<Row>), keep)),
      );
    },
    async latest() {
      while (!shown.current) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        await promise;
      }
      return shown;
    },
    clear() {
      stop();
      shown = NOTHING;
    },
    close() {
      stop();
      waiting = [];
    },
  };
}

/**
 * Returns the rows after an answer. The first answer to a new question, which starts at index `from`,
 * replaces all earlier rows.
 */
function withAnswer<Row>(before: ShownRows<Row>, from: number, answer: RowsAnswer<Row>): ShownRows<Row> {
  if (!answer.ok) {
    const known = before.current ? before : { ...NOTHING, from };
    return { ...known, state: "error", unfinished: false, failure: answer, current: true };
  }
  // An answer that starts before the known rows replaces all of them.
  const goesOn = before.current && answer.from >= before.from;
  const old = goesOn ? before.rows : [];
  if (before.current) from = goesOn ? before.from : answer.from;
  const at = Math.max(0, answer.from - from);
  const after = at + answer.rows.length;
  const rows = at === 0 && after >= old.length
    ? answer.rows
    : [...old.slice(0, at), ...answer.rows, ...(answer.more ? old.slice(after) : [])];
  const { total, unfinished } = answer;
  const more = total === null ? answer.more : from + rows.length < total;
  const empty = rows.length === 0 && from === 0;
  return {
    state: empty ? "empty" : "full",
    from,
    rows,
    total,
    more,
    unfinished,
    failure: null,
    current: true,
  };
}

/** Drops the first rows when the list has a quarter more than `keep`. */
function trimmed<Row>(shown: ShownRows<Row>, keep: number): ShownRows<Row> {
  const fewer = shown.rows.length - keep;
  if (fewer <= keep / 4) return shown;
  return { ...shown, from: shown.from + fewer, rows: shown.rows.slice(fewer) };
}
