import type { JSX } from "preact";
import { Button, DialogFrame, Notice } from "../../system/mod.ts";
import { isProduction } from "../../../core/accounts/environments.ts";
import type { DialogOf, Question } from "./question.ts";
import { speaksOfDanger } from "./danger.ts";
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
