import type { ComponentChildren, JSX } from "preact";
import type { DialogState } from "../../../core/state/state.ts";
import type { DialogModel } from "../../../pages/dialog/page.ts";
import { reportUrl } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import { NotSignedIn } from "../../parts/sign_in.tsx";
import { useFittedWindow } from "../../parts/fit_window.ts";
import { Skeleton, ToastStack, useUnread } from "../../system/mod.ts";
import { AccountDialog } from "./account.tsx";
import { Ask } from "./ask.tsx";
import { Form } from "./form.tsx";
import { LoginDialog } from "./login.tsx";
import { ConfirmDialog, MessageDialog } from "./message.tsx";
import { ReportDialog } from "./report.tsx";
import { WayDialog } from "./way.tsx";
import { Asker } from "./asker.tsx";
import type { Question } from "./question.ts";

/** Kinds of dialogs that a screen reader reads as a whole; it reads the others field by field. */
const SPOKEN: ReadonlySet<DialogState["kind"]> = new Set(["alert", "confirm", "account"]);

/** The page of one question to the user, asked by a running action or by Kedge. */
export default function DialogPage({ model, client }: PageProps<DialogModel>): JSX.Element {
  const { dialog, run, window } = model;
  const sender = useSender(client);
  const box = useFittedWindow(client, window.id, dialog && dialog.kind !== "html" ? dialog.id : null);
  const { openedAt = 0, answeredAt } = dialog ?? {};
  useUnread(
    box,
    answeredAt === undefined ? undefined : `${dialog?.id} ${answeredAt}`,
    answeredAt && Math.max(0, openedAt - answeredAt),
  );
  if (!dialog) return <Skeleton rows={3} />;
  const question: Question = {
    head: <Asker run={run} model={model} />,
    // The clock of a run starts only when its account is known.
    paused: run !== null && dialog.kind !== "account",
    action: run?.actionLabel ?? "",
    env: run?.context?.env ?? null,
    busy: sender.busy,
    failure: sender.failure,
    answer: (value) =>
      void sender.send({
        name: "answerDialog",
        dialog: dialog.id,
        answer: value,
        knows: dialog.answeredAt ?? 0,
      }),
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
      <Body
        dialog={dialog}
        question={question}
        account={model.account}
        signIn={model.signIn && (
          <NotSignedIn
            signIn={model.signIn}
            send={(command) => void sender.send(command)}
          />
        )}
        client={client}
      />
      <ToastStack
        toasts={model.toasts}
        onDismiss={(toast) => void client.send({ name: "dismissToast", toast })}
      />
    </div>
  );
}

function Body(
  { dialog, question, account, signIn, client }: {
    dialog: DialogState;
    question: Question;
    account: DialogModel["account"];
    signIn: ComponentChildren;
    client: PageProps<DialogModel>["client"];
  },
): JSX.Element {
  switch (dialog.kind) {
    case "alert":
      return <MessageDialog dialog={dialog} question={question} />;
    case "confirm":
      return <ConfirmDialog dialog={dialog} question={question} />;
    case "ask":
      return <Ask dialog={dialog} question={question} />;
    case "form":
      return <Form dialog={dialog} question={question} />;
    case "login":
      return <LoginDialog dialog={dialog} question={question} />;
    case "way":
      return <WayDialog dialog={dialog} question={question} />;
    case "account":
      return (
        <AccountDialog dialog={dialog} question={question} fixed={account} signIn={signIn} client={client} />
      );
    case "html":
      return (
        <ReportDialog
          dialog={dialog}
          question={question}
          openInBrowser={() => client.open(reportUrl(dialog.id))}
        />
      );
  }
}
