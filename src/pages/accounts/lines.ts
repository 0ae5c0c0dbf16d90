import type { Command } from "../../core/app/command.ts";
import type { KindOfResource } from "../../core/resources/kinds/kind.ts";
import { KINDS_OF_RESOURCES } from "../../core/resources/kinds/mod.ts";
import type { AccountState } from "../../core/state/state.ts";

/** One line below an account: how many things of a kind it has. */
export interface AccountFact {
  readonly id: string;
  /** What there is, in words: `Secrets, 3 at hand`. */
  readonly text: string;
  readonly icon: KindOfResource["icon"];
  /** What it opens; without it the line only tells. */
  readonly command?: Command;
}

/** What is known to be in an account: a line for each kind of resource. */
export function linesOf(account: AccountState): AccountFact[] {
  return KINDS_OF_RESOURCES.map(({ name, title, icon, configuredWords }) => ({
    id: name,
    text: [title, configuredWords?.(account)].filter(Boolean).join(", "),
    icon,
    command: { name: "openWindow", page: name, params: { account: account.accountId } },
  }));
}
