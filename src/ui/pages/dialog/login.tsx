import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CheckBox } from "../../parts/check_box.tsx";
import { Field, inputField, Notice } from "../../system/mod.ts";
import { seen } from "../../text/visible.tsx";
import { QuestionFrame } from "./frame.tsx";
import type { DialogOf, Question } from "./question.ts";

const user = inputField({ key: "user", label: "User" });
const password = inputField({ key: "password", kind: "secret", label: "Password" });
/** The option to type a login. No offered login has this index. */
const TYPED = "-1";

/**
 * Asks for user and password of a server: typed, or from a file of another client. They are saved only if the
 * user ticks the box, and from a file only the choice is saved.
 */
export function LoginDialog(
  { dialog, question }: { dialog: DialogOf<"login">; question: Question },
): JSX.Element {
  const { offers = [], remarks = [] } = dialog;
  const [login, setLogin] = useState({ user: dialog.user, password: "", save: false });
  // Preselects the login that is meant for this server, unless a login has just been refused.
  const [chosen, setChosen] = useState(
    String(dialog.problem === undefined ? offers.findIndex(({ meant }) => meant) : -1),
  );
  const [asked, setAsked] = useState(false);
  const offer = offers[Number(chosen)];
  const asksUser = !offer || offer.user === "";
  const name = offer?.user || login.user;
  const change = (part: Partial<typeof login>) => setLogin((now) => ({ ...now, ...part }));
  const ways = inputField({
    key: "offer",
    kind: "radio",
    label: "Login",
    options: [
      ...offers.map(({ user, from }, at) => ({ label: `${user || "Any user"}: ${from}`, value: String(at) })),
      { label: "Type it", value: TYPED },
    ],
  });
  const submit = () => {
    setAsked(true);
    if (name === "") return document.querySelector<HTMLElement>("[name=user]")?.focus();
    question.answer({ ...login, user: name, ...(offer ? { password: "", offer: offer.id } : {}) });
  };
  return (
    <QuestionFrame
      question={question}
      marked="Sign in"
      cancel="Cancel"
      onSubmit={submit}
    >
      <div class="quiet small mono words">{dialog.detail}</div>
      {dialog.problem !== undefined && <Notice tone="danger" message={dialog.problem} />}
      {offers.length > 0 && (
        <Field
          field={ways}
          value={offer ? chosen : TYPED}
          autoFocus={offer !== undefined}
          onInput={setChosen}
        />
      )}
      {asksUser && (
        <Field
          field={user}
          value={login.user}
          autoFocus={!offer && dialog.user === ""}
          problem={asked && login.user === "" ? "Required." : undefined}
          onInput={(value) => change({ user: value })}
        />
      )}
      {!offer && (
        <Field
          field={password}
          value={login.password}
          autoFocus={dialog.user !== ""}
          onInput={(value) => change({ password: value })}
        />
      )}
      <CheckBox
        name="save"
        label={offer ? "Sign in like this from now on" : "Store in the keychain"}
        help={!dialog.canStore
          ? dialog.storeHint
          : offer
          ? "The password stays where it is, and is read there each time."
          : "Otherwise it is used once and forgotten."}
        on={login.save}
        disabled={!dialog.canStore}
        onChange={(save) => change({ save })}
      />
      {remarks.map((remark) => <div key={remark} class="quiet small words">{seen(remark)}</div>)}
    </QuestionFrame>
  );
}
