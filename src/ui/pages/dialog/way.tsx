import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CheckBox } from "../../parts/check_box.tsx";
import { Button, Field, inputField, Notice } from "../../system/mod.ts";
import { seen } from "../../text/visible.tsx";
import { QuestionFrame } from "./frame.tsx";
import type { DialogOf, Question } from "./question.ts";

/** A question of a program on the way to a server. */
export function WayDialog(props: { dialog: DialogOf<"way">; question: Question }): JSX.Element {
  switch (props.dialog.asks) {
    case "secret":
      return <SecretOnWay {...props} />;
    case "host key":
      return <HostKey {...props} />;
    default:
      return <PlainOnWay {...props} />;
  }
}

/** The way and its destination. */
function Head({ dialog }: { dialog: DialogOf<"way"> }): JSX.Element {
  return <div class="quiet small mono words">{seen(`${dialog.way} → ${dialog.to}`)}</div>;
}

/** Asks for a passphrase, a password or a code and sends it to the program that asks. It is never shown. */
function SecretOnWay({ dialog, question }: { dialog: DialogOf<"way">; question: Question }): JSX.Element {
  const [value, setValue] = useState("");
  return (
    <QuestionFrame
      question={question}
      marked="Continue"
      cancel="Cancel"
      onSubmit={() => question.answer(value)}
    >
      <Head dialog={dialog} />
      {dialog.problem !== undefined && <Notice tone="danger" message={dialog.problem} />}
      <Field
        field={inputField({ key: "answer", kind: "secret", label: dialog.text.replace(/:$/, "") })}
        value={value}
        autoFocus
        onInput={setValue}
      />
    </QuestionFrame>
  );
}

/** Asks about an unknown host key. The user must state that the key was compared before anything continues. */
function HostKey({ dialog, question }: { dialog: DialogOf<"way">; question: Question }): JSX.Element {
  const [same, setSame] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <QuestionFrame
      question={question}
      marked="Trust and connect"
      cancel="Cancel"
      incomplete={!same}
      onSubmit={() => {
        setAsked(true);
        if (same) question.answer(true);
      }}
    >
      <Head dialog={dialog} />
      <p class="words">
        Nobody has confirmed the key of <strong>{seen(dialog.host ?? "")}</strong>{" "}
        on this computer yet. Compare its fingerprint with the one that who runs it tells you:
      </p>
      <output class="mono words fingerprint" aria-label="Fingerprint">
        {seen(dialog.fingerprint ?? "")}
      </output>
      <CheckBox
        name="compared"
        label="I have compared it, and it is the same"
        on={same}
        autoFocus
        problem={asked && !same ? "Somebody else may answer there: compare it first." : undefined}
        onChange={setSame}
      />
    </QuestionFrame>
  );
}

/** Asks for a confirmation with the focus on "No", or shows a message until the program is done. */
function PlainOnWay({ dialog, question }: { dialog: DialogOf<"way">; question: Question }): JSX.Element {
  const confirms = dialog.asks === "confirm";
  return (
    <QuestionFrame
      question={question}
      onSubmit={() => {}}
      extra={
        <>
          <Button autoFocus alone={confirms ? "Answer no" : "Cancel"} onClick={() => question.answer(null)}>
            {confirms ? "No" : "Cancel"}
          </Button>
          {confirms && <Button alone="Answer yes" onClick={() => question.answer(true)}>Yes</Button>}
        </>
      }
    >
      <Head dialog={dialog} />
      <p class="words" id="question">{seen(dialog.text)}</p>
    </QuestionFrame>
  );
}
