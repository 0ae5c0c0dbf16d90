import type { AccountSource, FoundAccount } from "../../../../src/core/accounts/mod.ts";
import type { Account, EnvRule } from "../../../../src/core/config/config.ts";
import type { Diagnostic } from "../../../../src/core/diagnostic.ts";
import type { Labeller } from "../../../../src/core/rules/mod.ts";

/** Returns an account as config.json has it. */
export function configured(accountId: string, parts: Partial<Account> = {}): Account {
  return { accountId, region: "eu-west-1", secrets: [], ecsClusters: [], ...parts };
}

/** Returns a rule for an environment. */
export function rule(env: string, matchName: string): EnvRule {
  return { env, matchName, flags: "i" };
}

/** A source whose accounts the test sets. */
export interface TestSource extends AccountSource {
  give(accounts: readonly FoundAccount[]): void;
  readonly listeners: number;
}

/** Creates a source of accounts. It has the accounts of `first` until `give` is called. */
export function source(
  name: string,
  first: readonly FoundAccount[] = [],
  parts: Partial<AccountSource> = {},
): TestSource {
  let accounts = first;
  const listeners = new Set<() => void>();
  return {
    source: name,
    accounts: () => accounts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    give(next) {
      accounts = next;
      for (const listener of listeners) listener();
    },
    get listeners() {
      return listeners.size;
    },
    ...parts,
  };
}

/** A labeller that evaluates rules at once and by name only. `asked` records the names. */
export interface TestLabeller extends Labeller {
  readonly asked: (string | undefined)[][];
  /** These diagnostics come with each following answer. */
  diagnostics: readonly Diagnostic[];
}

/** Creates a labeller. A rule whose index `diagnostics` names gives no label. */
export function labeller(): TestLabeller {
  return {
    asked: [],
    diagnostics: [],
    label(rules, accounts) {
      this.asked.push(accounts.map(({ name }) => name));
      const off = new Set(this.diagnostics.map(({ path }) => path[1]));
      const labels = accounts.map(({ name = "" }) => {
        const index = rules.findIndex(({ matchName = "" }, at) => !off.has(at) && name.includes(matchName));
        return { env: rules[index]?.env ?? null, rule: index < 0 ? null : index };
      });
      return Promise.resolve({ labels, diagnostics: this.diagnostics });
    },
  };
}
