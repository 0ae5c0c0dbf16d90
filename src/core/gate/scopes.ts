import { accountTitle } from "../accounts/words.ts";
import type { GrantScope } from "../state/agents.ts";
import { knownAccount } from "../state/selectors.ts";
import type { AppState } from "../state/state.ts";

/**
 * Returns whether both are the same scope. A server with another address and an action with other files are
 * different scopes.
 */
export function sameScope(a: GrantScope, b: GrantScope): boolean {
  return scopeKey(a) === scopeKey(b);
}

/** Returns a text that identifies a scope. */
export function scopeKey(scope: GrantScope): string {
  switch (scope.kind) {
    case "server":
      return JSON.stringify(["server", scope.name, scope.at, scope.hides ?? [], scope.raw ?? false]);
    case "account":
      return JSON.stringify(["account", scope.account, scope.role, scope.raw ?? false]);
    case "action":
      return JSON.stringify(["action", scope.extension, scope.action, scope.hash]);
  }
}

/** Returns a scope in words, with names before numbers. */
export function scopeWords(
  scope: GrantScope,
  state: Pick<AppState, "accounts" | "leftAccounts" | "extensions">,
): string {
  switch (scope.kind) {
    case "server":
      return `${scope.raw ? "the login itself of " : ""}the server ${scope.name}`;
    case "account": {
      const known = knownAccount(state, scope.account);
      return `${scope.raw ? "the credentials themselves of " : ""}the account ${
        accountTitle(scope.account, known?.name)
      }${scope.role === "" ? "" : ` as ${scope.role}`}`;
    }
    case "action": {
      const extension = state.extensions.find(({ id }) => id === scope.extension);
      const action = extension?.actions.find(({ id }) => id === scope.action);
      return `the action ${action?.label ?? scope.action} of ${extension?.name ?? scope.extension}`;
    }
  }
}

/** Returns what an agent wants to do with a scope, in words: `read with SQL on the server shop`. */
export function doingWords(doing: string, { kind }: GrantScope, words: string): string {
  return [doing, { server: "on ", account: "in ", action: "" }[kind] + words].join(" ");
}
