import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { GrantLength, GrantQuestion } from "../../../core/state/agents.ts";
import { homely } from "../../../core/text/homely.ts";
import type { GrantModel } from "../../../pages/grant/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { useFittedWindow } from "../../parts/fit_window.ts";
import {
  Button,
  DialogFrame,
  DialogHead,
  Field,
  inputField,
  Notice,
  Skeleton,
  useUnread,
} from "../../system/mod.ts";
import { seen } from "../../text/visible.tsx";

/** Asks whether an agent may access something: who asks, for what, and for how long. Enter denies. */
export default function GrantPage({ model, client }: PageProps<GrantModel>): JSX.Element {
  const { question, what, app, window } = model;
  const sender = useSender(client);
  const [length, setLength] = useState<GrantLength>("once");
  const box = useFittedWindow(client, window.id, question?.id);
  useUnread(box, question?.id);
  if (!question) return <Skeleton rows={4} />;
  const answer = (answer: GrantLength | "deny") =>
    void sender.send({ name: "answerGrant", question: question.id, answer });
  const { who, claim, env, production, doing, lengths } = question;
  const path = (file: string) => seen(homely(file, app.userHome));
  const program = who.script ?? who.program;
  const hides = question.thing.kind === "server" ? question.thing.hides ?? [] : [];
  const raw = question.thing.kind === "server" && question.thing.raw;
  const more = moreThanAsked(question);
  return (
    <div
      ref={box}
      class="fitted"
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="who"
      aria-describedby="question"
    >
      <DialogFrame
        head={
          <DialogHead
            picture="shield"
            title={
              <>
                {program === null ? "A program" : seen(program.split("/").at(-1) ?? "")} asks to{" "}
                {question.thing.kind === "action" ? "run an action" : doing}
              </>
            }
            env={env}
          >
            An agent, through Kedge’s gate
          </DialogHead>
        }
        marked="Deny"
        busy={sender.busy}
        onSubmit={() => answer("deny")}
        onCancel={() => answer("deny")}
        extra={
          <Button
            kind={production ? "danger" : "plain"}
            busy={sender.busy}
            onClick={() => answer(length)}
          >
            {production ? `Allow in ${env}` : "Allow"}
          </Button>
        }
      >
        <p class="words" id="question">
          May it <strong>{seen(what)}</strong>?
        </p>
        {question.revealed && (
          <Notice
            tone="caution"
            message={<>It would see what was hidden from it before: {seenNames(question.revealed)}.</>}
            hint="The configuration hides less than when you agreed last."
          />
        )}
        <dl class="grant-facts">
          {hides.length > 0 && (
            <Fact name="Hidden">
              {seenNames(hides)}
              {raw && <div class="quiet">but not from who has the login itself</div>}
            </Fact>
          )}
          <Fact name="Program">
            {program === null ? <>The system does not tell which program asks.</> : path(program)}
            {who.script !== undefined && <div class="quiet">run by {path(who.program ?? "")}</div>}
          </Fact>
          {who.folder !== "" && <Fact name="Working directory">{path(who.folder)}</Fact>}
          {who.parents.length > 0 && (
            <Fact name="Started by">
              {who.parents.slice(0, 4).map((parent, at) => (
                <span key={at} title={parent}>{at > 0 && " ← "}{seen(parent.split("/").at(-1) ?? "")}</span>
              ))}
            </Fact>
          )}
          {claim && (
            <Fact name="Name it gives" look="words">
              {seen(`${claim.name} ${claim.version}`)} <span class="quiet">(its own words)</span>
            </Fact>
          )}
        </dl>
        <Field
          field={inputField({ key: "length", kind: "radio", label: "How long", options: options(question) })}
          value={length}
          disabled={sender.busy}
          onInput={(value) => {
            const chosen = lengths.find((one) => one === value);
            if (chosen) setLength(chosen);
          }}
        />
        {length !== "once" && more !== undefined && <Notice tone="caution" message={more} />}
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      </DialogFrame>
    </div>
  );
}

function Fact(
  { name, look = "code words", children }: { name: string; look?: string; children: ComponentChildren },
): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd class={look}>{children}</dd>
    </>
  );
}

/** Returns the names of the first five columns and the number of the others. */
function seenNames(columns: readonly string[]): JSX.Element {
  const more = columns.length > 5 ? ` and ${columns.length - 5} more` : "";
  return <>{seen(columns.slice(0, 5).join(", "))}{more}</>;
}

/**
 * Returns in words what a grant that lasts gives, where the question names only a part of it; undefined where
 * it names all.
 */
function moreThanAsked({ thing }: GrantQuestion): string | undefined {
  if (thing.kind !== "account") return undefined;
  return thing.raw
    ? "It may then use these credentials for all that they allow."
    : "It may then look at all of these there: names of secrets, databases, services, and every log.";
}

/** Returns the options for a grant. For production, the longer grants name the environment. */
function options({ lengths, production, env }: GrantQuestion) {
  const though = production ? `, although it is ${env}` : "";
  const words: Record<GrantLength, string> = {
    once: "Only this once",
    hour: `For an hour${though}`,
    always: `Until I withdraw it${though}`,
  };
  return lengths.map((length) => ({ value: length, label: words[length] }));
}
