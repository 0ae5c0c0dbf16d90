import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AccountListRow, ListedAccount } from "../../../core/find/account_list.ts";
import type { AccountsModel, list } from "../../../pages/accounts/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { ListFailure } from "../../parts/list_failure.tsx";
import { useListPicking } from "../../parts/picking.tsx";
import { SignInLine } from "../../parts/sign_in.tsx";
import {
  Announced,
  Button,
  EmptyState,
  optionId,
  SearchField,
  Skeleton,
  useKeys,
  withCommand,
} from "../../system/mod.ts";
import { AccountPane } from "./account.tsx";
import { useAccountCommands } from "./commands.ts";
import type { RoleCommand } from "./roles.tsx";
import { AccountColumn } from "./list.tsx";
import { NoAccounts } from "./none.tsx";
import { formatNumber } from "../../../core/text/locale.ts";

/** The list of accounts at the left, and the selected account with its commands at the right. */
export default function AccountsPage({ model, client }: PageProps<AccountsModel>): JSX.Element {
  const { window, signIn } = model;
  const sender = useSender(client);
  const [typed, setTyped] = useState(window.params.account ?? "");
  const search = useRef<HTMLInputElement>(null);
  // The selection follows the account, because an account moves up in the list after its use. Without typed
  // text the rows include headings.
  const picking = useListPicking<typeof list>(client, "list", { search: typed }, {
    keyOf: (row) => isAccount(row) ? row.accountId : row,
    typed: typed.trim() !== "",
    isHeading: (row) => !isAccount(row),
  });
  const { found, count, at: place } = picking;
  const { rows, from } = found;
  const row = (index: number): AccountListRow | undefined => rows[index - from];
  const here = row(place);
  const chosen = isAccount(picking.row) ? picking.row : undefined;
  const commands = useAccountCommands(client, model.shell, chosen?.accountId);
  const moves = useRef(0);

  useLayoutEffect(() => {
    if (window.params.account !== undefined) type(window.params.account);
    search.current?.focus();
    search.current?.select();
  }, [window.raised]);

  function type(text: string): void {
    leave();
    setTyped(text);
    picking.begin();
  }

  /** Forgets the pending key, because it was pressed for another account. */
  function leave(): void {
    commands.leave();
    moves.current++;
    setIntent(null);
  }

  const [intent, setIntent] = useState<Intent | null>(null);

  /**
   * Requests a command for the account that was selected when the key was pressed.
   * Its row and its roles may still be loading.
   */
  const press = async (roleCommand: RoleCommand) => {
    const before = moves.current;
    const account = await picking.taken();
    if (isAccount(account) && moves.current === before) {
      setIntent({ roleCommand, account: account.accountId });
    }
  };
  useKeys((event) => {
    const roleCommand = roleCommandOf(event);
    if (event.key === "Escape") void client.send({ name: "closeWindow", window: window.id });
    else if (roleCommand && !(roleCommand === "console" && isControl(event.target))) void press(roleCommand);
    else return false;
    return true;
  });

  return (
    <div class="window">
      <header class="bar top accounts-header">
        <h1 class="grow">Accounts</h1>
        <span class="row">
          <SignInLine signIn={signIn} send={(command) => void sender.send(command)} />
          <Button
            kind="bare"
            icon="again"
            label="Refresh accounts"
            busy={sender.busy}
            onClick={() => void sender.send({ name: "refreshAccounts" })}
          />
        </span>
      </header>
      {!model.any
        ? (
          <div class="grow">
            <NoAccounts signIn={signIn} failure={sender.failure} busy={sender.busy} send={sender.send} />
          </div>
        )
        : (
          <div class="accounts">
            <nav class="accounts-side" aria-label="Accounts">
              <div class="accounts-search">
                <SearchField
                  label="Find an account"
                  placeholder="Name, number, email, environment"
                  value={typed}
                  inputRef={search}
                  autoFocus
                  controls={found.state === "full" ? "accounts" : undefined}
                  active={isAccount(here) ? optionId("accounts", place) : undefined}
                  onInput={type}
                  onKeyDown={(event) => {
                    if (!picking.step(event)) return;
                    event.preventDefault();
                    leave();
                  }}
                />
              </div>
              {found.failure && (
                <div class="resource-faults">
                  <ListFailure found={found} small />
                </div>
              )}
              {found.state === "loading" ? <Skeleton rows={12} /> : found.state === "empty"
                ? (
                  <EmptyState
                    small
                    title={`Nothing fits “${typed}”`}
                    text="Names, numbers, emails and environments are searched."
                  />
                )
                : count > 0 && (
                  <AccountColumn
                    count={count}
                    active={place}
                    row={row}
                    onPick={(index) => {
                      leave();
                      picking.pick(index);
                      search.current?.focus();
                    }}
                    onView={picking.setView}
                  />
                )}
              {/* Without typed text the count would include the headings. */}
              <Announced
                text={typed.trim() === "" || found.state === "loading" || found.failure
                  ? ""
                  : `${formatNumber(count)} found`}
              />
            </nav>
            <div class="accounts-main" onFocusIn={picking.hold}>
              {chosen && (
                <AccountPane
                  key={chosen.accountId}
                  account={chosen}
                  shell={model.shell}
                  client={client}
                  commands={commands}
                  signedIn={signIn.status}
                  intent={intent?.account === chosen.accountId ? intent.roleCommand : null}
                  onDone={() => setIntent(null)}
                />
              )}
            </div>
          </div>
        )}
    </div>
  );
}

/** The command that a key has requested, with its account. */
interface Intent {
  readonly roleCommand: RoleCommand;
  readonly account: string;
}

/** Returns the command of a key; null for other keys. */
function roleCommandOf(event: KeyboardEvent): RoleCommand | null {
  if (event.key !== "Enter" || event.altKey) return null;
  if (withCommand(event)) return "copy";
  if (event.ctrlKey || event.metaKey) return null;
  return event.shiftKey ? "terminal" : "console";
}

/** Whether Enter activates the focused control itself. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement || target instanceof HTMLSelectElement;
}

function isAccount(row: AccountListRow | undefined): row is ListedAccount {
  return row !== undefined && "accountId" in row;
}
