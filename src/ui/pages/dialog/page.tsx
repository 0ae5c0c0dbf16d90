import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { DialogState } from "../../../core/state/state.ts";
import type { DialogModel } from "../../../pages/model.ts";
import type { PageProps } from "../../page.ts";
import { useSender } from "../../page.ts";
import { Skeleton, Toasts } from "../../system/mod.ts";
import { AccountDialog } from "./account.tsx";
import { Ask } from "./ask.tsx";
import { Form } from "./form.tsx";
import { Login } from "./login.tsx";
import { Confirm, Message } from "./message.tsx";
import { Report } from "./report.tsx";
import { Who } from "./who.tsx";
import type { Question } from "./question.ts";

/** The screen's height that a dialog leaves to panels and its title bar, in CSS pixels; beyond it scrolls. */
const LEFT_FREE = 96;

/** Questions that a screen reader reads out as a whole; the others are read field by field. */
const SPOKEN: ReadonlySet<DialogState["kind"]> = new Set(["alert", "confirm", "account"]);

/** One question to the user: of an action that runs, or of Kedge itself. */
export default function DialogPage({ model, client }: PageProps<DialogModel>): JSX.Element {
  const { dialog, run, window } = model;
  const sender = useSender(client);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current || !dialog || dialog.kind === "html") return undefined;
    return fitWindow(
      box.current,
      (height) => void client.send({ name: "resizeWindow", window: window.id, height }),
    );
  }, [dialog?.id]);
  if (!dialog) return <Skeleton rows={3} />;
  const question: Question = {
    who: <Who run={run} model={model} />,
    paused: run !== null,
    action: run?.actionLabel ?? "",
    env: run?.account?.env ?? null,
    busy: sender.busy,
    failure: sender.failure,
    answer: (value) => void sender.send({ name: "answerDialog", dialog: dialog.id, answer: value }),
  };
  return (
    <div
      ref={box}
      class={dialog.kind === "html" ? "window" : "fitted"}
      key={dialog.id}
      role={SPOKEN.has(dialog.kind) ? "alertdialog" : "dialog"}
      aria-modal="true"
      aria-labelledby="who"
      aria-describedby={SPOKEN.has(dialog.kind) ? "question" : undefined}
    >
      <Body dialog={dialog} question={question} client={client} />
      <Toasts
        toasts={model.toasts}
        onDismiss={(toast) => void client.send({ name: "dismissToast", toast })}
      />
    </div>
  );
}

function Body(
  { dialog, question, client }: {
    dialog: DialogState;
    question: Question;
    client: PageProps<DialogModel>["client"];
  },
): JSX.Element {
  switch (dialog.kind) {
    case "alert":
      return <Message dialog={dialog} question={question} />;
    case "confirm":
      return <Confirm dialog={dialog} question={question} />;
    case "ask":
      return <Ask dialog={dialog} question={question} />;
    case "form":
      return <Form dialog={dialog} question={question} />;
    case "login":
      return <Login dialog={dialog} question={question} />;
    case "account":
      return <AccountDialog dialog={dialog} question={question} />;
    case "html":
      return <Report dialog={dialog} question={question} openInBrowser={() => client.openReport()} />;
  }
}

/** Tells how high the content is, at first and whenever that changes; at most once a frame. */
function fitWindow(box: HTMLElement, resize: (height: number) => void): () => void {
  let told = 0;
  const tell = () => {
    const height = Math.min(Math.max(320, screen.availHeight - LEFT_FREE), Math.ceil(naturalHeight(box)));
    if (height > 0 && height !== told) resize(told = height);
  };
  tell();
  const observer = new ResizeObserver(tell);
  for (const part of [box, ...box.querySelectorAll(".body, .body > *")]) observer.observe(part);
  return () => observer.disconnect();
}

/** The height that the dialog would have with room enough: its parts, the body unscrolled. */
function naturalHeight(box: HTMLElement): number {
  const body = box.querySelector<HTMLElement>(".body");
  return box.scrollHeight + (body ? body.scrollHeight - body.clientHeight : 0);
}
