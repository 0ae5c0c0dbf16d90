import type { HeldStatement, ResultState, TransactionState } from "../../state/query_window.ts";
import type { Transaction, WriteEnd } from "../session/mod.ts";
import { decided } from "./outcome.ts";

/** A write or a savepoint; their order is that of the statements. */
type Step =
  | {
    readonly kind: "write";
    readonly write: HeldStatement;
    readonly patch: (to: Partial<ResultState>) => void;
  }
  | { readonly kind: "savepoint"; readonly name: string };

/** The transaction of a tab: what it holds, and the decision on it. */
export type TabTransaction = ReturnType<typeof createTabTransaction>;

/** What a tab learns about its transaction. */
interface Events {
  changed(state: TransactionState | null): void;
  ended(end: WriteEnd, edits: string | undefined): void;
}

/**
 * Returns the transaction of a tab, with none open. `shadowed`: whether a savepoint keeps an earlier one of
 * its name.
 */
export function createTabTransaction(shadowed: () => boolean, { changed, ended }: Events) {
  let open: Transaction | null = null;
  let state: TransactionState | null = null;
  let steps: readonly Step[] = [];
  const set = (change: Partial<TransactionState>) => {
    if (!state || !open) return;
    const writes = steps.flatMap((step) => step.kind === "write" ? [step.write] : []);
    const savepoints = steps.flatMap((step) => step.kind === "savepoint" ? [step.name] : []);
    state = { ...state, writes, savepoints, until: open.until, problem: open.problem, ...change };
    changed(state);
  };
  /** Sets a new id, because the writes that were shown are not the current ones. */
  const seenAnew = (change: Partial<TransactionState> = {}) => set({ id: crypto.randomUUID(), ...change });

  return {
    get state() {
      return state;
    },
    /** The open transaction; null when there is none. */
    get open() {
      return open;
    },
    adopt(transaction: Transaction, edits?: string) {
      open = transaction;
      steps = [];
      state = {
        id: crypto.randomUUID(),
        writes: [],
        savepoints: [],
        until: transaction.until,
        deciding: false,
        asked: false,
        problem: null,
        sample: null,
        ...(edits === undefined ? {} : { edits }),
      };
      changed(state);
      void transaction.ended.then((end) => {
        if (open !== transaction) return;
        const over = steps;
        [open, state, steps] = [null, null, []];
        for (const step of over) if (step.kind === "write") step.patch(decided(end));
        changed(null);
        ended(end, edits);
      });
    },
    /** Called when a statement begins to run in the transaction. */
    running: () => set({ until: null, problem: null }),
    /** Adds writes that have run; `patch` puts into their result what becomes of them. */
    wrote(
      writes: readonly HeldStatement[],
      sample: TransactionState["sample"],
      patch: (to: Partial<ResultState>) => void,
    ) {
      steps = [...steps, ...writes.map((write): Step => ({ kind: "write", write, patch }))];
      seenAnew({ sample });
    },
    ran: () => set({}),
    savepoint(kind: "savepoint" | "rollback-to" | "release", name: string) {
      const at = steps.findLastIndex((step) => step.kind === "savepoint" && step.name === name);
      if (kind === "savepoint") {
        if (at >= 0 && !shadowed()) steps = steps.toSpliced(at, 1);
        steps = [...steps, { kind, name }];
      } else if (kind === "release") {
        steps = steps.filter((step, index) => index < at || step.kind === "write");
      } else {
        for (const step of steps.slice(at + 1)) {
          if (step.kind !== "write") continue;
          step.patch({ status: "stopped", message: `Undone: gone back to the savepoint ${name}.` });
        }
        steps = steps.slice(0, at + 1);
      }
      seenAnew({ sample: null });
    },
    /** Waits for the user's decision, because COMMIT is in the text. Null: the caller has stopped waiting. */
    async ask(signal: AbortSignal): Promise<WriteEnd | null> {
      const waiting = open;
      if (!waiting) return null;
      set({ asked: true });
      const left = Promise.withResolvers<null>();
      const leave = () => left.resolve(null);
      signal.addEventListener("abort", leave, { once: true });
      try {
        return await Promise.race([waiting.ended, left.promise]);
      } finally {
        signal.removeEventListener("abort", leave);
        set({ asked: false });
      }
    },
    /** Decides on the writes that were seen. Null: these have changed, or the server does not accept them as they are. */
    async decide(how: "commit" | "rollback", seen: string): Promise<WriteEnd | null> {
      // While a statement runs, the user has not seen what it does.
      if (!open || !state || state.id !== seen || state.until === null || state.deciding) return null;
      const deciding = open;
      set({ deciding: true });
      const end = how === "commit" ? await deciding.commit() : await deciding.rollback();
      if (end === null) set({ deciding: false });
      return end;
    },
  };
}
