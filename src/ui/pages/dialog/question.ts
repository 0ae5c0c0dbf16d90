import type { JSX } from "preact";
import type { Matcher } from "../../../core/actions/frames/validate.ts";
import type { DialogState } from "../../../core/state/state.ts";
import type { Failure } from "../../page.ts";

/** The properties that dialogs of all kinds share. */
export interface Question {
  readonly head: JSX.Element;
  /** Whether a run waits for the answer, with its clock paused. */
  readonly paused: boolean;
  /** The label of the action that asks, which is shown above the question. */
  readonly action: string;
  /** The environment of the run's account. */
  readonly env: string | null;
  readonly busy: boolean;
  /** Why the last answer was refused; null when none was. */
  readonly failure: Failure | null;
  /** Sends the answer; null cancels the question. */
  readonly answer: (value: Answer) => void;
}

/** An answer of any kind of dialog, as `DialogState` defines them. */
type Answer = null | boolean | string | { [key: string]: string | boolean };

/** The state of one kind of dialog. */
export type DialogOf<K extends DialogState["kind"]> = Extract<DialogState, { readonly kind: K }>;

/**
 * Accepts every text. Patterns come from actions and may run for ever, so only Kedge checks them, under a
 * time limit, when the answer is sent.
 */
export const leavePattern: Matcher = () => true;
