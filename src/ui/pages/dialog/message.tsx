import type { JSX } from "preact";
import { Button, DialogFrame, Notice } from "../../system/mod.ts";
import { isProduction } from "../../../core/accounts/environments.ts";
import type { DialogOf, Question } from "./question.ts";
import { PausedNote } from "./who.tsx";

/** Something to read. */
export function MessageDialog(
  { dialog, question }: { dialog: DialogOf<"alert">; question: Question },
): JSX.Element {
  return (
    <DialogFrame
      who={question.who}
      marked="Close"
      busy={question.busy}
      note={<PausedNote paused={question.paused} />}
      onSubmit={() => question.answer(true)}
      onCancel={() => question.answer(true)}
    >
      <p class="words" id="question">{dialog.message}</p>
      <RefusedAnswer question={question} />
    </DialogFrame>
  );
}

/**
 * Yes or no. In a production account, and where the question itself speaks of what cannot be undone, nothing is marked: the
 * focus is on "No", so that Enter by habit changes nothing.
 */
export function ConfirmDialog(
  { dialog, question }: { dialog: DialogOf<"confirm">; question: Question },
): JSX.Element {
  const production = isProduction(question.env);
  const slow = production || speaksOfDanger(dialog.message);
  return (
    <DialogFrame
      who={question.who}
      marked={slow ? undefined : "Yes"}
      busy={question.busy}
      note={<PausedNote paused={question.paused} />}
      onSubmit={() => !slow && question.answer(true)}
      onCancel={() => question.answer(null)}
      extra={
        <>
          <Button autoFocus={slow} onClick={() => question.answer(false)}>No</Button>
          {slow && (
            <Button kind="danger" onClick={() => question.answer(true)}>
              {production ? `Yes, in ${question.env}` : "Yes"}
            </Button>
          )}
        </>
      }
    >
      <p class="words" id="question">{dialog.message}</p>
      <RefusedAnswer question={question} />
    </DialogFrame>
  );
}

/** Why an answer was refused, in place. */
export function RefusedAnswer({ question }: { question: Question }): JSX.Element | null {
  const { failure } = question;
  return failure && <Notice tone="danger" message={failure.error} hint={failure.hint} />;
}

/** What actions do that cannot be undone, as their questions say it. */
const WORDS =
  /\b(delet|destroy|drop|remov|terminat|truncat|eras|wip|purg|overwrit|overrid|discard|revok|commit|kill|shut\s?down)(e|es|ed|ing|ping|s)?\b/i;

/** Whether a question of an action, whose author alone knows what Yes does, speaks of what cannot be undone. */
export function speaksOfDanger(question: string): boolean {
  return WORDS.test(question);
}
