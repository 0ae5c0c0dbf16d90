import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { isProduction } from "../../../core/accounts/environments.ts";
import { isNameTyped } from "../../../core/accounts/words.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { Sender } from "../../page.ts";
import { EnvPill, Field, inputField, Sheet } from "../../system/mod.ts";
import { inOneLine } from "../../../core/text/sentences.ts";

/** A question before something changes in an account: says where, and asks to type a name where that is production. */
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
    /** The word of the button that does not do it. */
    leave?: string;
    account: NamedAccount;
    /** What changes and where, in words. */
    target: string;
    /** The name to type in production; undefined: there is nothing to do. */
    name: string | undefined;
    /** What the name is typed for, in words. */
    doing: string;
    sender: Sender;
    /** What else is asked for is there. */
    ready?: boolean;
    /** Why the subject of the change is gone; undefined: it is there. */
    gone?: string | undefined;
    /** The focus starts at the name. */
    autoFocus?: boolean;
    children: ComponentChildren;
    /** Sends the command, with what was typed. */
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
