import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Command } from "../../../core/app/command.ts";
import type { AccountState } from "../../../core/state/state.ts";
import { Button, EmptyState, EnvPill, Icon, List, Row, Section } from "../../system/mod.ts";
import { compareEnvs } from "../../text/env.ts";
import { accountNumber } from "../../text/format.ts";

/** Accounts by environment, production first, those without a label last. */
export function byEnv(accounts: readonly AccountState[]): [env: string | null, accounts: AccountState[]][] {
  const groups = new Map<string | null, AccountState[]>();
  for (const account of accounts) groups.set(account.env, [...groups.get(account.env) ?? [], account]);
  return [...groups].sort(([a], [b]) => compareEnvs(a, b));
}

/** Accounts that are drawn at once; the filter finds the others too. */
const STEP = 100;

/** The cloud accounts; a row opens the account's console in the browser. */
export function Accounts(
  { accounts, filtered, send }: {
    accounts: readonly AccountState[];
    filtered: boolean;
    send: (command: Command) => void;
  },
): JSX.Element | null {
  const [shown, setShown] = useState(STEP);
  if (accounts.length === 0) {
    if (filtered) return null;
    return (
      <section>
        <Section title="Accounts" />
        <EmptyState small title="No accounts yet" text="List them under “accounts” in config.json.">
          <Button compact onClick={() => send({ name: "openConfig" })}>Open config.json</Button>
        </EmptyState>
      </section>
    );
  }
  return (
    <section>
      <List label="Accounts">
        <Section title="Accounts" count={accounts.length} />
        {byEnv(accounts.slice(0, shown)).map(([env, some]) => (
          <section key={env ?? ""} aria-label={env ?? "Accounts without a label"}>
            <Section title={env === null ? "without a label" : <EnvPill env={env} />} />
            {some.map((account) => (
              <Row
                key={account.accountId}
                onRun={() => send({ name: "openConsole", account: account.accountId })}
                title="Open the console in the browser"
                tools={<span class="quiet small">{account.region}</span>}
              >
                <Icon name="account" />
                <span class={account.name === undefined ? "numbers cut name" : "cut name"}>
                  {account.name ?? accountNumber(account.accountId)}
                </span>
                {account.name !== undefined && (
                  <span class="quiet small numbers cut">{accountNumber(account.accountId)}</span>
                )}
              </Row>
            ))}
          </section>
        ))}
        {accounts.length > shown && (
          <Row onRun={() => setShown(shown + STEP)}>
            <span class="link">Show {Math.min(STEP, accounts.length - shown)} more</span>
          </Row>
        )}
      </List>
    </section>
  );
}
