import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { accountName } from "../../../core/accounts/words.ts";
import type { Command } from "../../../core/app/command.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { ServiceRow, ServicesModel } from "../../../pages/services/page.ts";
import type { Client } from "../../client/mod.ts";
import { useSender } from "../../page.ts";
import { GuardedSheet } from "../../parts/resources/guarded_sheet.tsx";
import { Field, inputField } from "../../system/mod.ts";
import { count } from "../../text/format.ts";

/** A change of a service. */
export type ServiceChange =
  | { readonly kind: "redeploy" }
  | { readonly kind: "scale" }
  | { readonly kind: "stop"; readonly task: string };

type Changing = Extract<Command, { name: "redeployService" | "scaleService" | "stopTask" }>;
type Target = Omit<Extract<Command, { name: "redeployService" }>, "name" | "typed">;

/** Describes the change, and in production asks the user to type the service's name. */
export function ServiceSheet(
  { change, service, gone, account, target, client, onLeave, onDone }: {
    change: ServiceChange;
    service: ServiceRow;
    /** Why the change is no longer possible; undefined while it is. */
    gone: string | undefined;
    account: NamedAccount;
    target: Target;
    client: Client<ServicesModel>;
    onLeave: () => void;
    /** Called when the change has begun, with its description. */
    onDone: (words: string) => void;
  },
): JSX.Element {
  const sender = useSender(client);
  const [number, setNumber] = useState(String(service.desired));
  const { name, cluster, desired, running } = service;
  const wanted = Number(number);
  const sensible = /^\d{1,4}$/.test(number) && (change.kind !== "scale" || wanted !== desired);
  const { title, marked, words, notice, command } = what();

  function what(): { title: string; marked: string; words: string; notice: string; command: Changing } {
    switch (change.kind) {
      case "redeploy":
        return {
          title: `Redeploy ${name}?`,
          marked: "Redeploy",
          words: `AWS starts ${
            count(desired, "new task")
          } of the same definition and stops the old ones as these become ready.`,
          notice: "The deployment has begun; how it ends is told.",
          command: { name: "redeployService", ...target },
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
          notice: `Set to ${number}; how it ends is told.`,
          command: { name: "scaleService", ...target, desired: wanted },
        };
      case "stop":
        return {
          title: `Stop the task ${change.task.slice(0, 8)}?`,
          marked: "Stop the task",
          words:
            `AWS ends its containers, then starts another task in its place. ${running} of ${desired} run now.`,
          notice: "The task is being stopped.",
          command: { name: "stopTask", ...target, task: change.task },
        };
    }
  }

  const go = async (typed: { readonly typed?: string }) => {
    const result = await sender.send({ ...command, ...typed });
    if (result.ok) onDone(notice);
  };
  return (
    <GuardedSheet
      title={title}
      marked={marked}
      account={account}
      target={`${name} of ${cluster} in ${accountName(account)}`}
      name={name}
      doing="change production"
      sender={sender}
      gone={gone}
      ready={change.kind !== "scale" || sensible}
      autoFocus={change.kind !== "scale"}
      onSubmit={(typed) => void go(typed)}
      onLeave={onLeave}
    >
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
    </GuardedSheet>
  );
}
