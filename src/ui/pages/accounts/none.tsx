import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { SignInState } from "../../../core/state/state.ts";
import type { Failure } from "../../page.ts";
import { Button, EmptyState, ErrorState, Skeleton } from "../../system/mod.ts";

/** Shown while there are no accounts: the reason, and the one step that adds some. */
export function NoAccounts(
  { signIn, failure, busy, send }: {
    signIn: SignInState;
    failure: Failure | null;
    busy: boolean;
    send: (command: Command) => void;
  },
): JSX.Element {
  const again = (
    <Button kind="marked" autoFocus busy={busy} onClick={() => send({ name: "refreshAccounts" })}>
      Try again
    </Button>
  );
  const why = failure?.error ?? signIn.trouble?.message;
  if (why !== undefined) {
    return (
      <ErrorState
        title="The accounts cannot be listed"
        why={why}
        hint={failure ? failure.hint : signIn.trouble?.hint}
      >
        {again}
      </ErrorState>
    );
  }
  switch (signIn.status) {
    case "checking":
      return <Skeleton rows={10} />;
    case "signed-out":
    case "expired":
    case "revoked":
      return (
        <EmptyState
          icon="lock"
          title="Sign in to see your accounts"
          text={`Every account that you have at ${
            signIn.detail ?? "the portal"
          } appears here, with its roles.`}
        >
          <Button kind="marked" autoFocus onClick={() => send({ name: "signIn" })}>Sign in</Button>
        </EmptyState>
      );
    case "signed-in":
      return busy ? <Skeleton rows={10} /> : (
        <EmptyState
          icon="account"
          title="No accounts"
          text={`${signIn.detail ?? "The portal"} gives you none. Who looks after it can assign you some.`}
        >
          {again}
        </EmptyState>
      );
    default:
      return (
        <EmptyState
          icon="account"
          title="No accounts yet"
          text="Set the address of your sign-in portal, and every account that you have there appears here. Or add accounts by hand."
        >
          <Button
            kind="marked"
            autoFocus
            onClick={() => send({ name: "openWindow", page: "settings", params: { section: "sign-in" } })}
          >
            Set up sign-in
          </Button>
          <Button
            onClick={() => send({ name: "openWindow", page: "settings", params: { section: "accounts" } })}
          >
            Add account
          </Button>
        </EmptyState>
      );
  }
}
