import type { JSX } from "preact";
import type { Command } from "../../core/app/command.ts";
import { signInWords } from "../../core/state/sign_in_words.ts";
import type { SignInState } from "../../core/state/state.ts";
import { useNow } from "../page.ts";
import { Button, Icon } from "../system/mod.ts";

/** Shows who is signed in and until when, in the header of a window, with a sign-in button when it is needed. */
export function SignInLine(
  { signIn, send }: { signIn: SignInState; send: (command: Command) => void },
): JSX.Element | null {
  const now = useNow(signIn.until !== undefined, 30_000);
  if (signIn.status === "unconfigured" || signIn.status === "checking") return null;
  const { line, short = line, needed } = signInWords(signIn, now);
  const detail = [short === line ? "" : line, signIn.detail, signIn.trouble?.message, signIn.trouble?.hint]
    .filter(Boolean).join("\n");
  return (
    <span class="row small quiet home-sign" title={detail}>
      <Icon name={signIn.trouble ? "caution" : needed ? "lock" : "key"} />
      <span class="cut">{signIn.status === "environment" ? signIn.detail : short}</span>
      {needed && <Button compact onClick={() => send({ name: "signIn" })}>Sign in</Button>}
    </span>
  );
}

/**
 * Shown where accounts are chosen: accounts of the portal may be missing,
 * with a sign-in button. Null while signed in.
 */
export function NotSignedIn(
  { signIn, send }: { signIn: SignInState; send: (command: Command) => void },
): JSX.Element | null {
  const { line, needed } = signInWords(signIn, Date.now());
  if (!needed) return null;
  return (
    <div class="row small quiet">
      <Icon name="lock" />
      <span class="grow words" title={signIn.detail}>{`${line}: accounts may be missing.`}</span>
      <Button compact onClick={() => send({ name: "signIn" })}>Sign in</Button>
    </div>
  );
}
