import type { JSX } from "preact";
import { Button } from "../../system/mod.ts";
import { isProduction } from "../../../core/accounts/environments.ts";
import { QuestionFrame } from "./frame.tsx";
import type { DialogOf, Question } from "./question.ts";

/** Shows a message. */
export function MessageDialog(
  { dialog, question }: { dialog: DialogOf<"alert">; question: Question },
): JSX.Element {
  return (
    <QuestionFrame
      question={question}
      marked="Close"
      onSubmit={() => question.answer(true)}
      onCancel={() => question.answer(true)}
    >
      <p class="words" id="question">{dialog.message}</p>
    </QuestionFrame>
  );
}

/**
 * Asks a yes-or-no question. In a production account, and where the question mentions an irreversible change,
 * no button is marked and the focus is on "No", so that a habitual Enter changes nothing.
 */
export function ConfirmDialog(
  { dialog, question }: { dialog: DialogOf<"confirm">; question: Question },
): JSX.Element {
  const production = isProduction(question.env);
  const slow = production || speaksOfDanger(dialog.message);
  return (
    <QuestionFrame
      question={question}
      marked={slow ? undefined : "Yes"}
      markedAlone="Answer yes"
      onSubmit={() => !slow && question.answer(true)}
      extra={
        <>
          <Button autoFocus={slow} alone="Answer no" onClick={() => question.answer(false)}>No</Button>
          {slow && (
            <Button
              kind="danger"
              alone={production ? `Answer yes, in ${question.env}` : "Answer yes"}
              onClick={() => question.answer(true)}
            >
              {production ? `Yes, in ${question.env}` : "Yes"}
            </Button>
          )}
        </>
      }
    >
      <p class="words" id="question">{dialog.message}</p>
    </QuestionFrame>
  );
}

/** Words in questions about changes that cannot be undone. */
const WORDS =
  /\b(delet|destroy|drop|remov|terminat|truncat|eras|wip|purg|overwrit|overrid|discard|revok|commit|kill|shut\s?down)(e|es|ed|ing|ping|s)?\b/i;

/**
 * Whether a question mentions a change that cannot be undone. Only the action's author knows what Yes does,
 * so the words are all that Kedge can judge.
 */
export function speaksOfDanger(question: string): boolean {
  return WORDS.test(question);
}
