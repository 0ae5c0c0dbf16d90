import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isProduction } from "../../../core/accounts/environments.ts";
import type { Command } from "../../../core/app/command.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { ServiceRow, ServicesModel } from "../../../pages/services/page.ts";
import type { Client } from "../../client/mod.ts";
import { useSender } from "../../page.ts";
import { EnvPill, Field, inputField, Sheet } from "../../system/mod.ts";
import { count } from "../../text/format.ts";

/** What is to be done with a service. */
export type ServiceChange =
  | { readonly kind: "redeploy" }
  | { readonly kind: "scale" }
  | { readonly kind: "stop"; readonly task: string };

type Target = Omit<Extract<Command, { name: "redeployService" }>, "name" | "typed">;

/** Says what will happen, and asks for the name where it is production. */
export function ServiceSheet(
  { change, service, account, target, client, onLeave, onDone }: {
    change: ServiceChange;
    service: ServiceRow;
    account: NamedAccount;
    target: Target;
    client: Client<ServicesModel>;
    onLeave: () => void;
    /** It is begun; in words what. */
    onDone: (words: string) => void;
  },
): JSX.Element {
  const sender = useSender(client);
  const [typed, setTyped] = useState("");
  const [number, setNumber] = useState(String(service.desired));
  const { name, desired, running } = service;
  const guarded = isProduction(account.env);
  const wanted = Number(number);
  const sensible = /^\d{1,4}$/.test(number) && (change.kind !== "scale" || wanted !== desired);
  const named = guarded ? { typed } : {};
  const { title, marked, words, said, command } = what();

  function what(): { title: string; marked: string; words: string; said: string; command: Command } {
    switch (change.kind) {
      case "redeploy":
        return {
          title: `Redeploy ${name}?`,
          marked: "Redeploy",
          words: `AWS starts ${
            count(desired, "new task")
          } of the same definition and stops the old ones as these become ready.`,
          said: "The deployment has begun; how it ends is told.",
          command: { name: "redeployService", ...target, ...named },
        };
      case "scale":
        return {
          title: `How many tasks of ${name}?`,
          marked: `Set to ${number}`,
          words: !sensible
            ? `${count(desired, "task")} should run now.`
            : wanted > desired
            ? `AWS starts ${count(wanted - desired, "more task")}.`
            : wanted === 0
            ? "AWS stops all of them: the service does nothing any more."
            : `AWS stops ${count(desired - wanted, "task")}.`,
          said: `Set to ${number}; how it ends is told.`,
          command: { name: "scaleService", ...target, desired: wanted, ...named },
        };
      case "stop":
        return {
          title: `Stop the task ${change.task.slice(0, 8)}?`,
          marked: "Stop the task",
          words:
            `AWS ends its containers, then starts another task in its place. ${running} of ${desired} run now.`,
          said: "The task is being stopped.",
          command: { name: "stopTask", ...target, task: change.task, ...named },
        };
    }
  }

  const go = async () => {
    const result = await sender.send(command);
    if (result.ok) onDone(said);
  };
  return (
    <Sheet
      title={title}
      marked={marked}
      danger={guarded}
      disabled={sender.busy || (change.kind === "scale" && !sensible) || (guarded && typed !== name)}
      problem={sender.failure
        ? [sender.failure.error, sender.failure.hint].filter(Boolean).join(" ")
        : undefined}
      onSubmit={() => void go()}
      onLeave={onLeave}
    >
      <p class="row">
        <span class="cut">{name} in {account.name ?? account.accountId}</span> <EnvPill env={account.env} />
      </p>
      {change.kind === "scale" && (
        <Field
          field={inputField({
            key: "number",
            kind: "number",
            label: "Tasks that should run",
            min: 0,
            max: 5000,
          })}
          value={number}
          autoFocus
          onInput={setNumber}
        />
      )}
      <p>{words}</p>
      {guarded && (
        <Field
          field={inputField({ key: "typed", label: `Type ${name} to change production` })}
          value={typed}
          autoFocus={change.kind !== "scale"}
          onInput={setTyped}
        />
      )}
    </Sheet>
  );
}
