import { signInWords } from "../../core/state/sign_in_words.ts";
import type { AppState } from "../../core/state/state.ts";
import { type MenuItem, menuLabel, note, wrappedLines } from "./item.ts";

const ID = "sign-in";

/** Returns the lines of the sign-in: who is signed in and until when, and the commands to sign in and out. */
export function signInItems({ signIn, signingIn }: AppState, now: number): MenuItem[] {
  const at = signIn.detail ? menuLabel(signIn.detail, 50) : "";
  const { line, needed } = signInWords(signIn, now);
  if (signIn.status === "unconfigured") {
    return [{ id: ID, label: "Set up sign-in…", command: settings }];
  }
  if (signIn.status === "environment") return [note(ID, at ? `${line} · ${at}` : line)];
  if (signingIn.step !== "idle") {
    return [{ id: ID, label: `Signing in at ${at}…`, command: { name: "openWindow", page: "sign_in" } }];
  }
  const trouble = signIn.trouble
    ? [signIn.trouble.message, signIn.trouble.hint ?? ""].flatMap((text) => text ? wrappedLines(text) : [])
      .map((text, index) => note(`${ID}:trouble:${index}`, text))
    : [];
  if (signIn.trouble?.kind === "failed") {
    const open: MenuItem = { id: `${ID}:settings`, label: "Open Settings…", command: settings };
    return [{ id: ID, label: `⚠ ${line}`, items: [...trouble, open, ...ways] }];
  }
  if (needed) {
    return [note(`${ID}:state`, at ? `${line} · ${at}` : line), ...trouble, {
      id: ID,
      label: "Sign in…",
      command: { name: "signIn" },
    }];
  }
  if (signIn.status === "checking") return [note(ID, line)];
  return [{
    id: ID,
    label: signIn.trouble ? `⚠ ${line}` : line,
    items: [...(at ? [note(`${ID}:at`, at)] : []), ...trouble, ...ways, {
      id: `${ID}:out`,
      label: "Sign out",
      command: { name: "signOut" },
    }],
  }];
}

/** Opens the settings of the portal. */
const settings = { name: "openWindow", page: "settings", params: { section: "sign-in" } } as const;

const ways: readonly MenuItem[] = [
  { id: `${ID}:in`, label: "Sign in again…", command: { name: "signIn" } },
  { id: `${ID}:refresh`, label: "Refresh accounts", command: { name: "refreshAccounts" } },
];
