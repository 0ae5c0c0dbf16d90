import type { RowsAnswer } from "../../pages/http/protocol.ts";
import type { Client, RowQuestion } from "./client.ts";

/** Why rows could not be read. */
type RowsFailure = Extract<RowsAnswer, { ok: false }>;

/** A part of a list, as it is known. */
export interface ShownRows<Row> {
  /** `loading`: nothing is known yet. `error`: `failure` says why; rows of before are kept. */
  readonly state: "loading" | "error" | "empty" | "full";
  /** The place in the list of the first of `rows`. */
  readonly from: number;
  readonly rows: readonly Row[];
  /** How many rows the whole list has; null while it is not known. */
  readonly total: number | null;
  /** There are rows after these. */
  readonly more: boolean;
  readonly failure: RowsFailure | null;
  /** False while these are still the rows of another question: what was asked last is on its way. */
  readonly current: boolean;
}

/** A part of a list that is kept up to date. */
interface RowList<Row> {
  get(): ShownRows<Row>;
  /** Asks for another part or another list. What is shown stays until the first answer comes. */
  ask(question: RowQuestion): void;
  /** Settles with the rows of the question that was asked last, at once when they are there. */
  latest(): Promise<ShownRows<Row>>;
  /** Asks for nothing and shows nothing, until it is asked again. */
  clear(): void;
  /** Asks for nothing any more. */
  close(): void;
}

const NOTHING = {
  state: "loading",
  from: 0,
  rows: [],
  total: null,
  more: false,
  failure: null,
  current: false,
} as const;

/**
 * Makes a list without rows; `onChange` is called after each change of what `get` gives. With `keep` it forgets its beginning
 * when it has a quarter more rows than that.
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

/** What is known after an answer. The first one to a new question, asked from place `from` on, starts anew. */
function withAnswer<Row>(before: ShownRows<Row>, from: number, answer: RowsAnswer<Row>): ShownRows<Row> {
  if (!answer.ok) {
    const known = before.current ? before : { ...NOTHING, from };
    return { ...known, state: "error", failure: answer, current: true };
  }
  // What begins before all that is known is all that there is now.
  const goesOn = before.current && answer.from >= before.from;
  const old = goesOn ? before.rows : [];
  if (before.current) from = goesOn ? before.from : answer.from;
  const at = Math.max(0, answer.from - from);
  const after = at + answer.rows.length;
  const rows = at === 0 && after >= old.length
    ? answer.rows
    : [...old.slice(0, at), ...answer.rows, ...(answer.more ? old.slice(after) : [])];
  const { total } = answer;
  const more = total === null ? answer.more : from + rows.length < total;
  const empty = rows.length === 0 && from === 0;
  return { state: empty ? "empty" : "full", from, rows, total, more, failure: null, current: true };
}

/** Without what is forgotten of the beginning. */
function trimmed<Row>(shown: ShownRows<Row>, keep: number): ShownRows<Row> {
  const fewer = shown.rows.length - keep;
  if (fewer <= keep / 4) return shown;
  return { ...shown, from: shown.from + fewer, rows: shown.rows.slice(fewer) };
}
