import { accountTitle } from "../accounts/words.ts";
import type { GateThing } from "../state/agents.ts";
import { knownAccount } from "../state/selectors.ts";
import type { AppState } from "../state/state.ts";

/**
 * Returns whether both are the same thing. A server with another address and an action with other files are
 * different things.
 */
export function sameThing(a: GateThing, b: GateThing): boolean {
  return thingKey(a) === thingKey(b);
}

/** Returns a text that identifies a thing. */
export function thingKey(thing: GateThing): string {
  switch (thing.kind) {
    case "server":
      return JSON.stringify(["server", thing.name, thing.at, thing.hides ?? [], thing.raw ?? false]);
    case "account":
      return JSON.stringify(["account", thing.account, thing.role, thing.raw ?? false]);
    case "action":
      return JSON.stringify(["action", thing.extension, thing.action, thing.hash]);
  }
}

/** Returns a thing in words, with names before numbers. */
export function thingWords(
  thing: GateThing,
  state: Pick<AppState, "accounts" | "leftAccounts" | "extensions">,
): string {
  switch (thing.kind) {
    case "server":
      return `${thing.raw ? "the login itself of " : ""}the server ${thing.name}`;
    case "account": {
      const known = knownAccount(state, thing.account);
      return `${thing.raw ? "the credentials themselves of " : ""}the account ${
        accountTitle(thing.account, known?.name)
      }${thing.role === "" ? "" : ` as ${thing.role}`}`;
    }
    case "action": {
      const extension = state.extensions.find(({ id }) => id === thing.extension);
      const action = extension?.actions.find(({ id }) => id === thing.action);
      return `the action ${action?.label ?? thing.action} of ${extension?.name ?? thing.extension}`;
    }
  }
}

/** Returns what an agent wants to do with a thing, in words: `read with SQL on the server shop`. */
export function doingWords(doing: string, { kind }: GateThing, words: string): string {
  return [doing, { server: "on ", account: "in ", action: "" }[kind] + words].join(" ");
}
