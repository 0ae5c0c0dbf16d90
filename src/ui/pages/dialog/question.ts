import type { JSX } from "preact";
import type { Matcher } from "../../../core/actions/frames/validate.ts";
import type { DialogState } from "../../../core/state/state.ts";
import type { Failure } from "../../page.ts";

/** What every kind of dialog gets beside its own state. */
export interface Question {
  readonly who: JSX.Element;
  /** A run waits for the answer, and its clock with it. */
  readonly paused: boolean;
  /** The action that asks, as it stands above the question already. */
  readonly action: string;
  /** The environment of the run's account. */
  readonly env: string | null;
  readonly busy: boolean;
  /** Why the answer was refused. */
  readonly failure: Failure | null;
  /** Sends the answer; null cancels. */
  readonly answer: (value: Answer) => void;
}

/** An answer by the dialog's kind, as `DialogState` says. */
type Answer = null | boolean | string | { [key: string]: string | boolean };

/** The state of one kind of dialog. */
export type DialogOf<K extends DialogState["kind"]> = Extract<DialogState, { readonly kind: K }>;

/**
 * Patterns come from actions, and some never end: a page would hang. Kedge itself checks them, under a time limit, when the
 * answer is sent.
 */
export const leavePattern: Matcher = () => true;
