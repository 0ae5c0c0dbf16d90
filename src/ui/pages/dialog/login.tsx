import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { DialogFrame, Field, inputField, Notice } from "../../system/mod.ts";
import { RefusedAnswer } from "./message.tsx";
import type { DialogOf, Question } from "./question.ts";

const user = inputField({ key: "user", label: "User" });
const password = inputField({ key: "password", kind: "secret", label: "Password" });

/** User and password of a server. Kept nowhere unless the box is ticked, which it is not. */
export function LoginDialog(
  { dialog, question }: { dialog: DialogOf<"login">; question: Question },
): JSX.Element {
  const [login, setLogin] = useState({ user: dialog.user, password: "", save: false });
  const [asked, setAsked] = useState(false);
  const change = (part: Partial<typeof login>) => setLogin((now) => ({ ...now, ...part }));
  const save = inputField({
    key: "save",
    kind: "checkbox",
    label: "Store in the keychain",
    help: dialog.canStore ? "Otherwise it is used once and forgotten." : dialog.storeHint ?? "",
  });
  const submit = () => {
    setAsked(true);
    if (login.user !== "") question.answer({ ...login });
    else document.querySelector<HTMLElement>("[name=user]")?.focus();
  };
  return (
    <DialogFrame
      who={question.who}
      marked="Sign in"
      cancel="Cancel"
      busy={question.busy}
      onSubmit={submit}
      onCancel={() => question.answer(null)}
    >
      <div class="quiet small mono words">{dialog.detail}</div>
      {dialog.problem !== undefined && <Notice tone="danger" message={dialog.problem} />}
      <Field
        field={user}
        value={login.user}
        autoFocus={dialog.user === ""}
        problem={asked && login.user === "" ? "Required." : undefined}
        onInput={(value) => change({ user: value })}
      />
      <Field
        field={password}
        value={login.password}
        autoFocus={dialog.user !== ""}
        onInput={(value) => change({ password: value })}
      />
      <Field
        field={save}
        value={String(login.save)}
        disabled={!dialog.canStore}
        onInput={(value) => change({ save: value === "true" })}
      />
      <RefusedAnswer question={question} />
    </DialogFrame>
  );
}
