import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { DialogFrame, Field, focusStart } from "../../system/mod.ts";
import { checkField, initialAnswer } from "../../../core/actions/frames/validate.ts";
import { RefusedAnswer } from "./message.tsx";
import { type DialogOf, leavePattern, type Question } from "./question.ts";
import { PausedNote } from "./who.tsx";

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
    <DialogFrame
      who={question.who}
      marked="Continue"
      cancel="Cancel"
      busy={question.busy}
      note={<PausedNote paused={question.paused} />}
      onSubmit={submit}
      onCancel={() => question.answer(null)}
    >
      {!["", label, question.action].includes(dialog.title) && <h2 class="words">{dialog.title}</h2>}
      <Field
        field={{ ...field, label }}
        value={value}
        autoFocus
        problem={asked && problem !== null ? problem : undefined}
        onInput={setValue}
      />
      <RefusedAnswer question={question} />
    </DialogFrame>
  );
}
