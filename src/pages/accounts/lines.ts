import type { Command } from "../../core/app/command.ts";
import type { AccountState } from "../../core/state/state.ts";

/** One line below an account: how many things of a kind it has. */
export interface AccountFact {
  readonly id: string;
  /** What there is, in words: `3 secrets`. */
  readonly text: string;
  readonly icon: "key" | "server" | "console" | "play";
  /** What it opens; without it the line only tells. */
  readonly command?: Command;
}

/** What a feature has to say about an account; null when there is nothing of it. */
type LineOf = (account: AccountState) => AccountFact | null;

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** The lines, in their order: a feature that has something in accounts is one more here. */
const LINES: readonly LineOf[] = [
  ({ accountId, secrets }) => ({
    id: "secrets",
    text: secrets.length === 0 ? "Secrets" : `Secrets, ${secrets.length} at hand`,
    icon: "key",
    command: { name: "openWindow", page: "secrets", params: { account: accountId } },
  }),
  ({ accountId }) => ({
    id: "databases",
    text: "Databases",
    icon: "server",
    command: { name: "openWindow", page: "databases", params: { account: accountId } },
  }),
  ({ accountId, ecsClusters }) => ({
    id: "services",
    text: ecsClusters.length === 0
      ? "Services"
      : `Services, ${counted(ecsClusters.length, "cluster")} at hand`,
    icon: "console",
    command: { name: "openWindow", page: "services", params: { account: accountId } },
  }),
];

/** What is known to be in an account. */
export function linesOf(account: AccountState): AccountFact[] {
  return LINES.flatMap((line) => line(account) ?? []);
}
