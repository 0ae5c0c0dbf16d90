import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { accountNumber } from "../../../core/accounts/words.ts";
import type { Shell } from "../../../core/aws/exports/shells.ts";
import type { Command } from "../../../core/app/command.ts";
import type { AccountHit } from "../../../core/find/rows.ts";
import type { SignInState } from "../../../core/state/state.ts";
import type { AccountFact, AccountsModel, detail } from "../../../pages/accounts/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { useSender } from "../../page.ts";
import {
  type ClearedLater,
  StatusMessage,
  untilCleared,
  useStatusMessage,
} from "../../parts/status_message.tsx";
import { CopyButton, EnvPill, Icon, List, Notice, Row, Select } from "../../system/mod.ts";
import { SHELL_NAMES } from "../../text/shells.ts";
import { type Doing, Roles } from "./roles.tsx";

const OUT: readonly string[] = ["signed-out", "expired", "revoked"] satisfies SignInState["status"][];

const COMMANDS = { console: "openConsole", copy: "copyCredentials", terminal: "openTerminal" } as const;

/** The details of one account: its facts, its roles and their commands, and its resources. */
export function AccountPane(
  { account, shell, client, signedIn, intent, onDone }: {
    account: AccountHit;
    shell: Shell;
    client: Client<AccountsModel>;
    /** The status of the sign-in. Another sign-in may have other roles. */
    signedIn: SignInState["status"];
    /** The command that a key has requested; null when none is pending. */
    intent: Doing | null;
    onDone: () => void;
  },
): JSX.Element {
  const { accountId } = account;
  const sender = useSender(client);
  const [statusMessage, setStatusMessage] = useStatusMessage();
  const [asked, ask] = useState(0);
  const running = useRef(new Set<string>()).current;
  const known = useRows<typeof detail>(client, "detail", { account: accountId }, { count: 1 }).rows[0];
  const { name, email, env, envGuessed, region } = known ?? account;
  const act = async (doing: Doing, role: string) => {
    // Ignore a second click on the same button while its command runs, but not a click on another button.
    const key = `${doing} ${role}`;
    if (running.has(key)) return;
    running.add(key);
    setStatusMessage("");
    const result = await sender.send({ name: COMMANDS[doing], account: accountId, role, quiet: true });
    running.delete(key);
    if (doing !== "copy" || !result.ok) return;
    const copied = result.value as ClearedLater | undefined;
    if (copied) setStatusMessage(`Copied for ${SHELL_NAMES[shell]}. ${untilCleared(copied)}`);
  };
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
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      <Roles
        key={`${asked} ${signedIn}`}
        account={accountId}
        own={known?.byChain ?? false}
        client={client}
        intent={intent}
        onDone={onDone}
        onDo={act}
        signedOut={OUT.includes(signedIn)}
        onSignIn={() => void sender.send({ name: "signIn" })}
        onRetry={() => ask(asked + 1)}
      />
      {known && known.lines.length > 0 && (
        <Lines
          lines={known.lines}
          send={(command) => void sender.send(command)}
        />
      )}
      <footer class="bar foot account-foot">
        <StatusMessage message={statusMessage} />
        <label class="row small quiet">
          Copy for
          <Select
            value={shell}
            options={Object.entries(SHELL_NAMES).map(([value, label]) => ({ value, label }))}
            onPick={(shell) => void sender.send({ name: "chooseShell", shell: shell as Shell })}
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
