import type { RunClock } from "../run/clock.ts";
import type { RunSecrets } from "../log/secrets.ts";
import type { HostFrame } from "./protocol.ts";

/** Limits of one action: dialogs that are open or wait for their turn, and open calls including those of dialogs. */
const MAX_DIALOGS = 100, MAX_CALLS = 1000;
const TOO_MANY = `more than ${MAX_CALLS} calls at once`;

/** The open calls of one action, which wait for an answer. */
export type OpenCalls = ReturnType<typeof createCalls>;

/** Creates the calls of a run. When `ended` aborts, open calls are answered as cancelled. */
export function createCalls(
  send: (frame: HostFrame) => void,
  clock: Pick<RunClock, "pause" | "resume">,
  ended: AbortSignal,
  secrets: Pick<RunSecrets, "hide">,
) {
  let calls = 0;
  let dialogs = 0;
  let turn: Promise<unknown> = Promise.resolve();

  function fail(id: number, message: string): void {
    const reason = ended.aborted ? { reason: "cancelled" as const } : {};
    send({ type: "fail", id, message: secrets.hide(message), ...reason });
  }

  function call(id: number, work: (signal: AbortSignal) => Promise<unknown>): void {
    if (ended.aborted) return fail(id, "the run has ended");
    if (calls >= MAX_CALLS) return fail(id, TOO_MANY);
    calls++;
    work(ended).then(
      (value) =>
        ended.aborted ? fail(id, "the run has ended") : send({ type: "answer", id, value: json(value) }),
      (error) => fail(id, error instanceof Error ? error.message : String(error)),
    ).finally(() => calls--);
  }

  /**
   * Asks the user something when the questions before it are answered. Null when the run has ended by then.
   */
  function inTurn<T>(question: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const answered = turn.then(() => ended.aborted ? null : question(ended));
    turn = answered.catch(() => {});
    return answered;
  }

  return {
    inTurn,
    /** Answers a call with the result of `work`, or with the message of the error that `work` throws. */
    call,
    /** Answers a call with an error. */
    fail,
    /**
     * Answers a call with the result of a dialog. The dialog opens when the earlier ones are closed; the run's
     * clock pauses meanwhile.
     */
    dialog(id: number, show: (signal: AbortSignal) => Promise<unknown>) {
      if (ended.aborted) return fail(id, "the run has ended");
      if (dialogs >= MAX_DIALOGS) return fail(id, `more than ${MAX_DIALOGS} dialogs at once`);
      // A dialog whose call was refused would have no caller to answer, so refuse the call first.
      if (calls >= MAX_CALLS) return fail(id, TOO_MANY);
      dialogs++;
      clock.pause();
      const shown = inTurn(show).finally(() => {
        dialogs--;
        clock.resume();
      });
      call(id, () => shown);
    },
  };
}

/** Returns a value as plain data; undefined becomes `null`. */
function json(value: unknown): Extract<HostFrame, { type: "answer" }>["value"] {
  return (value ?? null) as Extract<HostFrame, { type: "answer" }>["value"];
}
