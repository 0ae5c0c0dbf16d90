import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { accountNumber } from "../../../core/accounts/words.ts";
import type { Shell } from "../../../core/aws/exports/shells.ts";
import type { Command } from "../../../core/app/command.ts";
import type { AccountHit } from "../../../core/find/rows.ts";
import type { SignInState } from "../../../core/state/state.ts";
import type { AccountFact, AccountsModel, detail } from "../../../pages/accounts/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { StatusMessage } from "../../parts/status_message.tsx";
import { CopyButton, EnvPill, Icon, List, Notice, Row, Select } from "../../system/mod.ts";
import { SHELL_NAMES } from "../../text/shells.ts";
import type { AccountCommands } from "./commands.ts";
import { type RoleCommand, Roles } from "./roles.tsx";

const OUT: readonly string[] = ["signed-out", "expired", "revoked"] satisfies SignInState["status"][];

/** The details of one account: its facts, its roles and their commands, and its resources. */
export function AccountPane(
  { account, shell, client, commands, signedIn, intent, onDone }: {
    account: AccountHit;
    shell: Shell;
    client: Client<AccountsModel>;
    commands: AccountCommands;
    /** The status of the sign-in. Another sign-in may have other roles. */
    signedIn: SignInState["status"];
    /** The command that a key has requested; null when none is pending. */
    intent: RoleCommand | null;
    onDone: () => void;
  },
): JSX.Element {
  const { accountId } = account;
  const [asked, ask] = useState(0);
  const known = useRows<typeof detail>(client, "detail", { account: accountId }, { count: 1 }).rows[0];
  const { name, email, env, envGuessed, region } = known ?? account;
  const { failure } = commands;
  return (
    <>
      <section class="account-head" aria-label="Account">
        <div class="row">
          <h2 class="title cut">{name ?? accountNumber(accountId)}</h2>
          <EnvPill env={env} guessed={envGuessed} />
        </div>
        <div class="row quiet account-facts">
          {name !== undefined && <span class="numbers">{accountNumber(accountId)}</span>}
          <CopyButton kind="bare" compact label="Copy number" text={() => accountId} />
          <span class="words">{[region, email].filter(Boolean).join(" · ")}</span>
        </div>
      </section>
      {failure && <Notice tone="danger" message={failure.error} hint={failure.hint} />}
      <Roles
        key={`${asked} ${signedIn}`}
        account={accountId}
        own={known?.byChain ?? false}
        client={client}
        intent={intent}
        onDone={onDone}
        onDo={(roleCommand, role) => void commands.run(account, roleCommand, role)}
        signedOut={OUT.includes(signedIn)}
        onSignIn={() => void commands.send({ name: "signIn" })}
        onRetry={() => ask(asked + 1)}
      />
      {known && known.lines.length > 0 && (
        <Lines
          lines={known.lines}
          send={(command) => void commands.send(command)}
        />
      )}
      <footer class="bar foot account-foot">
        <StatusMessage message={commands.message} />
        <label class="row small quiet">
          Copy for
          <Select
            value={shell}
            options={Object.entries(SHELL_NAMES).map(([value, label]) => ({ value, label }))}
            onPick={(shell) => void commands.send({ name: "chooseShell", shell: shell as Shell })}
          />
        </label>
      </footer>
    </>
  );
}

/** The kinds of resources in the account. */
function Lines(
  { lines, send }: { lines: readonly AccountFact[]; send: (command: Command) => void },
): JSX.Element {
  return (
    <section class="account-lines" aria-label="In this account">
      <List label="In this account">
        {lines.map(({ id, icon, text, command }) => (
          <Row
            key={id}
            verb="Show"
            onRun={command && (() => send(command))}
          >
            <Icon name={icon} />
            {text}
            {command && <Icon name="right" />}
          </Row>
        ))}
      </List>
    </section>
  );
}
