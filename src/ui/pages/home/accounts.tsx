import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { accountName, accountNumber } from "../../../core/accounts/words.ts";
import type { Command } from "../../../core/app/command.ts";
import type { AccountHit } from "../../../core/find/rows.ts";
import type { RowsView } from "../../client/mod.ts";
import { ListFailure } from "../../parts/list_failure.tsx";
import { useBySteps } from "../../parts/by_steps.ts";
import { Button, EmptyState, EnvPill, Icon, List, ListPart, Row, Section, Tool } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { compareEnvironments } from "../../../core/accounts/environments.ts";

/**
 * Groups accounts by environment, production first, those without an environment last. Search
 * results keep their order, best first, because Enter takes the first row and a worse match
 * must not win only because it is production.
 */
export function byEnv<Account extends Pick<AccountHit, "env">>(
  accounts: readonly Account[],
  question = "",
): [env: string | null, accounts: Account[]][] {
  const groups = new Map<string | null, Account[]>();
  for (const account of accounts) groups.set(account.env, [...groups.get(account.env) ?? [], account]);
  return question.trim() === "" ? [...groups].sort(([a], [b]) => compareEnvironments(a, b)) : [...groups];
}

/** Maximum rows rendered, which is also the maximum that may be requested. */
export const MAX_DRAWN = 500;
/** Number of accounts and servers shown at first and added by each "more". The filter finds the others too. */
export const STEP = 100;

/** The row that shows more of a list; at the maximum, a text that suggests the filter. */
export function MoreRows(
  { what, found: { rows, total, more }, onMore }: {
    what: string;
    found: Pick<RowsView<unknown>, "rows" | "total" | "more">;
    onMore: () => void;
  },
): JSX.Element | null {
  if (!more) return null;
  if (rows.length >= MAX_DRAWN) return <p class="quiet small">Type above to find the others.</p>;
  return (
    <ListPart label={`More ${what}`}>
      <Row verb="Show" onRun={onMore}>
        <span class="link">Show {Math.min(STEP, (total ?? Infinity) - rows.length)} more</span>
      </Row>
    </ListPart>
  );
}

/** The AWS accounts. A row opens the account's console in the web browser. */
export function AccountList(
  { found, question, send, onMore }: {
    found: RowsView<AccountHit>;
    /** The typed text that found these accounts. */
    question: string;
    send: (command: Command) => void;
    onMore: () => void;
  },
): JSX.Element | null {
  const { rows, total } = found;
  // Render in the order on screen, so that rows added later below do not move those above.
  const ordered = useMemo(() => byEnv(rows, question).flatMap(([, some]) => some), [rows, question]);
  const drawn = useBySteps(ordered, question, ({ accountId }) => accountId);
  if (found.state === "loading") return null;
  if (found.failure) return <ListFailure found={found} small />;
  if (rows.length === 0) {
    if (question.trim() !== "") return null;
    return (
      <section>
        <Section title="Accounts" />
        <EmptyState small title="No accounts yet" text="Those that you name stand here, with their consoles.">
          <Button
            compact
            onClick={() => send({ name: "openWindow", page: "settings", params: { section: "accounts" } })}
          >
            Add account
          </Button>
        </EmptyState>
      </section>
    );
  }
  return (
    <section>
      <List label="Accounts" parted>
        <Section title="Accounts" count={total ?? rows.length}>
          <Tool onClick={() => send({ name: "openWindow", page: "accounts" })}>
            Roles and credentials
          </Tool>
        </Section>
        {byEnv(drawn, question).map(([env, some]) => (
          <section key={env ?? ""} aria-label={env ?? "No environment"}>
            <Section title={env === null ? "No environment" : <EnvPill env={env} />} />
            <ListPart label={env ?? "No environment"}>
              {some.map((account) => (
                <Row
                  key={account.accountId}
                  onRun={() => send({ name: "openConsole", account: account.accountId })}
                  title="Open the console in the browser"
                  tools={<span class="quiet small">{account.region}</span>}
                >
                  <Icon name="account" />
                  <span class={account.name === undefined ? "numbers cut name" : "cut name"}>
                    <Marked text={accountName(account)} matches={account.matches} />
                  </span>
                  {account.name !== undefined && (
                    <span class="quiet small numbers cut">{accountNumber(account.accountId)}</span>
                  )}
                </Row>
              ))}
            </ListPart>
          </section>
        ))}
        {drawn === ordered && <MoreRows what="accounts" found={found} onMore={onMore} />}
      </List>
    </section>
  );
}
