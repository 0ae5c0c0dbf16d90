import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { isProduction } from "../../../core/accounts/environments.ts";
import { isNameTyped } from "../../../core/accounts/words.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { Sender } from "../../page.ts";
import { EnvPill, Field, inputField, Sheet } from "../../system/mod.ts";
import { inOneLine } from "../../../core/text/sentences.ts";

/**
 * A question before a change in an account. It says where the change happens, and in
 * production asks the user to type a name.
 */
export function GuardedSheet(
  {
    title,
    marked,
    leave,
    account,
    target,
    name,
    doing,
    sender,
    ready = true,
    gone,
    autoFocus = true,
    children,
    ...on
  }: {
    title: string;
    marked: string;
    /** Label of the button that closes the question without a change. */
    leave?: string;
    account: NamedAccount;
    /** What changes and where. */
    target: string;
    /** The name to type in production; undefined when no name is needed. */
    name: string | undefined;
    /** What typing the name confirms, as in "Type web to change production". */
    doing: string;
    sender: Sender;
    /** Whether the other input is complete. */
    ready?: boolean;
    /** Why the subject of the change no longer exists; undefined while it exists. */
    gone?: string | undefined;
    /** Whether the focus starts at the name. */
    autoFocus?: boolean;
    children: ComponentChildren;
    /** Sends the command, with the typed name in production. */
    onSubmit: (typed: { readonly typed?: string }) => void;
    onLeave: () => void;
  },
): JSX.Element {
  const [typed, setTyped] = useState("");
  const guarded = name !== undefined && isProduction(account.env);
  const { failure } = sender;
  return (
    <Sheet
      title={title}
      marked={marked}
      leave={leave}
      danger={guarded}
      confirms
      disabled={sender.busy || !ready || gone !== undefined || (guarded && !isNameTyped(typed, name))}
      problem={gone ?? (failure ? inOneLine(failure.error, failure.hint) : undefined)}
      onSubmit={() => on.onSubmit(guarded ? { typed } : {})}
      onLeave={on.onLeave}
    >
      <p class="words">
        {target} <EnvPill env={account.env} />
      </p>
      {children}
      {guarded && (
        <Field
          field={inputField({ key: "typed", label: `Type ${name} to ${doing}` })}
          value={typed}
          autoFocus={autoFocus}
          onInput={setTyped}
        />
      )}
    </Sheet>
  );
}
