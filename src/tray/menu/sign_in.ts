import { signInWords } from "../../core/state/sign_in_words.ts";
import type { AppState } from "../../core/state/state.ts";
import { commandItem, type MenuItem, menuLabel, note, notes, pageItem, wrappedLines } from "./item.ts";

const ID = "sign-in";

/** Returns the lines of the sign-in: who is signed in and until when, and the commands to sign in and out. */
export function signInItems({ signIn, signingIn }: AppState, now: number): MenuItem[] {
  const at = signIn.detail ? menuLabel(signIn.detail, 50) : "";
  const { line, needed } = signInWords(signIn, now);
  if (signIn.status === "unconfigured") {
    return [pageItem(ID, "Set up sign-in…", ...settings)];
  }
  if (signIn.status === "environment") return [note(ID, at ? `${line} · ${at}` : line)];
  if (signingIn.step !== "idle") {
    return [pageItem(ID, `Signing in at ${at}…`, "sign_in")];
  }
  const trouble = signIn.trouble
    ? notes(
      `${ID}:trouble`,
      [signIn.trouble.message, signIn.trouble.hint ?? ""].flatMap((text) => text ? wrappedLines(text) : []),
    )
    : [];
  if (signIn.trouble?.kind === "failed") {
    const open = pageItem(`${ID}:settings`, "Open Settings…", ...settings);
    return [{ id: ID, label: `⚠ ${line}`, items: [...trouble, open, ...ways] }];
  }
  if (needed) {
    const state = note(`${ID}:state`, at ? `${line} · ${at}` : line);
    return [state, ...trouble, commandItem(ID, "Sign in…", { name: "signIn" })];
  }
  if (signIn.status === "checking") return [note(ID, line)];
  const out = commandItem(`${ID}:out`, "Sign out", { name: "signOut" });
  return [{
    id: ID,
    label: signIn.trouble ? `⚠ ${line}` : line,
    items: [...(at ? [note(`${ID}:at`, at)] : []), ...trouble, ...ways, out],
  }];
}

/** The page of the portal's settings. */
const settings = ["settings", { section: "sign-in" }] as const;

const ways: readonly MenuItem[] = [
  commandItem(`${ID}:in`, "Sign in again…", { name: "signIn" }),
  commandItem(`${ID}:refresh`, "Refresh accounts", { name: "refreshAccounts" }),
];
