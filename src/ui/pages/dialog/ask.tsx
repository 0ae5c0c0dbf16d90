import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Field, focusStart } from "../../system/mod.ts";
import { checkField, initialAnswer } from "../../../core/actions/frames/validate.ts";
import { QuestionFrame } from "./frame.tsx";
import { type DialogOf, leavePattern, type Question } from "./question.ts";

/** Asks for one value. */
export function Ask({ dialog, question }: { dialog: DialogOf<"ask">; question: Question }): JSX.Element {
  const { field } = dialog;
  const [value, setValue] = useState(() => initialAnswer(field));
  const [asked, setAsked] = useState(false);
  const problem = checkField(field, value, leavePattern);
  const submit = () => {
    setAsked(true);
    if (problem === null) question.answer(value);
    else focusStart(document.body);
  };
  const label = field.label === "" ? dialog.title : field.label;
  return (
    <QuestionFrame
      question={question}
      marked="Continue"
      cancel="Cancel"
      onSubmit={submit}
    >
      {!["", label, question.action].includes(dialog.title) && <h2 class="words">{dialog.title}</h2>}
      <Field
        field={{ ...field, label }}
        value={value}
        autoFocus
        problem={asked && problem !== null ? problem : undefined}
        onInput={setValue}
      />
    </QuestionFrame>
  );
}
