import { useRef, useState } from "preact/hooks";
import { accountNumber } from "../../../core/accounts/words.ts";
import type { Command } from "../../../core/app/command.ts";
import type { Shell } from "../../../core/aws/exports/shells.ts";
import type { AccountHit } from "../../../core/find/rows.ts";
import type { AccountsModel } from "../../../pages/accounts/page.ts";
import type { Client } from "../../client/mod.ts";
import { useSender } from "../../page.ts";
import { type ClearedLater, untilCleared, useStatusMessage } from "../../parts/status_message.tsx";
import { SHELL_NAMES } from "../../text/shells.ts";
import type { RoleCommand } from "./roles.tsx";

const COMMANDS = { console: "openConsole", copy: "copyCredentials", terminal: "openTerminal" } as const;

/** The commands of the selected account, and how the newest ones ended. */
export type AccountCommands = ReturnType<typeof useAccountCommands>;

/**
 * Returns the commands of the selected account, whose ID is `chosen`. The page holds them, because AWS may answer
 * after the user has selected another account; the answer then begins with the name of its account.
 */
export function useAccountCommands(client: Client<AccountsModel>, shell: Shell, chosen: string | undefined) {
  const sender = useSender(client);
  const [message, tell] = useStatusMessage();
  const running = useRef(new Set<string>()).current;
  const [failed, setFailed] = useState<AccountHit | null>(null);
  const [copied, setCopied] = useState<AccountHit | null>(null);
  const named = (words: string, of: AccountHit | null) =>
    words === "" || of === null || of.accountId === chosen
      ? words
      : `${of.name ?? accountNumber(of.accountId)}: ${words}`;
  /** Sends a command; a refusal is about the account `of`, if any. */
  const send = async (command: Command, of: AccountHit | null = null) => {
    const result = await sender.send(command);
    if (!result.ok) setFailed(of);
    return result;
  };
  return {
    /** The newest refusal; null for none. */
    failure: sender.failure && { ...sender.failure, error: named(sender.failure.error, failed) },
    /** What was copied. */
    message: { ...message, words: named(message.words, copied) },
    /** Runs a command for a role of an account. */
    async run(account: AccountHit, roleCommand: RoleCommand, role: string): Promise<void> {
      // Ignore a second click on the same button while its command runs, but not a click on another button.
      const key = `${account.accountId} ${roleCommand} ${role}`;
      if (running.has(key)) return;
      running.add(key);
      tell("");
      const command = { name: COMMANDS[roleCommand], account: account.accountId, role, quiet: true };
      const result = await send(command, account);
      running.delete(key);
      if (roleCommand !== "copy" || !result.ok || !result.value) return;
      setCopied(account);
      tell(`Copied for ${SHELL_NAMES[shell]}. ${untilCleared(result.value as ClearedLater)}`);
    },
    send,
    /** Forgets the shown refusal, unless it is about another account, because the user selects another one. */
    leave(): void {
      if (failed === null || failed.accountId === chosen) sender.clear();
    },
  };
}
