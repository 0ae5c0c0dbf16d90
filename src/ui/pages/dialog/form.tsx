import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { checkForm, initialAnswer } from "../../../core/actions/frames/validate.ts";
import { ownProperty } from "../../../core/own_property.ts";
import type { InputField } from "../../../core/state/state.ts";
import { Field } from "../../system/mod.ts";
import { useLeaving, useUnsaved } from "../../unsaved.ts";
import { QuestionFrame } from "./frame.tsx";
import { type DialogOf, leavePattern, type Question } from "./question.ts";

/** Returns the initial answers of a form by key. */
function startValues(fields: readonly InputField[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field.key, initialAnswer(field)]));
}

/** Asks for several values. Closing the form with unsaved input asks once for confirmation, within the form. */
export function Form({ dialog, question }: { dialog: DialogOf<"form">; question: Question }): JSX.Element {
  const [values, setValues] = useState(() => startValues(dialog.fields));
  const [asked, setAsked] = useState(false);
  const [leaving, setLeaving] = useLeaving();
  const problems = checkForm(dialog.fields, values, leavePattern);
  const start = startValues(dialog.fields);
  const edited = dialog.fields.some(({ key }) => values[key] !== start[key]);
  const submit = () => {
    setAsked(true);
    const wrong = dialog.fields.find(({ key }) => ownProperty(problems, key) !== undefined);
    if (!wrong) question.answer(values);
    else focusField(wrong.key);
  };
  const cancel = () => edited && !leaving ? setLeaving(true) : question.answer(null);
  useUnsaved(edited && !leaving, () => setLeaving(true));
  const first = dialog.fields[0]?.key;
  return (
    <QuestionFrame
      question={question}
      marked="Continue"
      cancel={leaving ? "Discard entries" : "Cancel"}
      {...leaving && { note: <span role="alert">Esc again discards what you entered.</span> }}
      onSubmit={submit}
      onCancel={cancel}
    >
      {dialog.title !== "" && dialog.title !== question.action && <h2 class="words">{dialog.title}</h2>}
      {dialog.fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={values[field.key] ?? ""}
          autoFocus={field.key === first}
          problem={asked ? ownProperty(problems, field.key) : undefined}
          onInput={(value) => {
            setLeaving(false);
            setValues((now) => ({ ...now, [field.key]: value }));
          }}
        />
      ))}
    </QuestionFrame>
  );
}

function focusField(key: string): void {
  const field = document.querySelector(`.field[data-key="${CSS.escape(key)}"]`);
  field?.querySelector<HTMLElement>("input, select, textarea")?.focus();
}
