import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AccountListRow, ListedAccount } from "../../../core/find/account_list.ts";
import type { AccountsModel, list } from "../../../pages/accounts/page.ts";
import { useRows } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import { awaitRow, stepsOf } from "../../parts/picking.tsx";
import { SignInLine } from "../../parts/sign_in.tsx";
import {
  Announced,
  Button,
  EmptyState,
  FIRST_VIEW,
  optionId,
  SearchField,
  Skeleton,
  useKeys,
  withCommand,
} from "../../system/mod.ts";
import { AccountPane } from "./account.tsx";
import type { Doing } from "./roles.tsx";
import { AccountColumn } from "./list.tsx";
import { NoAccounts } from "./none.tsx";

/** Accounts at the left, and what one does with the chosen one at the right. */
export default function AccountsPage({ model, client }: PageProps<AccountsModel>): JSX.Element {
  const { window, signIn } = model;
  const sender = useSender(client);
  const [typed, setTyped] = useState(window.params.account ?? "");
  const [at, setAt] = useState(0);
  const [view, setView] = useState(FIRST_VIEW);
  const search = useRef<HTMLInputElement>(null);
  const found = useRows<typeof list>(client, "list", { search: typed }, view);
  const { rows, from, total } = found;
  const count = total ?? rows.length;
  const row = (place: number): AccountListRow | undefined => rows[place - from];
  // The first account of what was typed, or the first one below a heading; the same when the list has scrolled on.
  const under = row(at);
  const picked = useRef({ at, typed, place: at });
  if (under !== undefined) picked.current = { at, typed, place: isAccount(under) ? at : at + 1 };
  const known = picked.current;
  const place = known.at === at && known.typed === typed ? known.place : at;
  const there = row(place);
  const here = isAccount(there) ? there : undefined;
  const [kept, keep] = useState<ListedAccount | undefined>(undefined);
  // While rows are on their way, and when the list has scrolled on, the chosen one stays.
  useEffect(() => {
    if (here) keep(here);
    else if (found.state === "empty") keep(undefined);
  }, [here?.accountId, found.state]);
  const chosen = here ?? kept;

  useLayoutEffect(() => {
    if (window.params.account !== undefined) type(window.params.account);
    search.current?.focus();
    search.current?.select();
  }, [window.raised]);

  function type(text: string): void {
    setTyped(text);
    setAt(0);
    setView(FIRST_VIEW);
  }

  /** Moves over headings. */
  function move(steps: number): void {
    let next = Math.min(Math.max(place + steps, 0), count - 1);
    const beside = steps > 0 ? 1 : -1;
    const to = row(next);
    if (to && !isAccount(to)) next += beside;
    setAt(Math.min(Math.max(next, isAccount(row(0)) ? 0 : 1), count - 1));
  }

  const [intent, setIntent] = useState<Intent | null>(null);
  /** What was pressed is done in the account that was meant: whose row may still be on its way, and then its roles. */
  const press = async (doing: Doing) => {
    const meant = await awaitRow(
      found,
      (rows, from) => [rows[at - from], rows[at + 1 - from]].find(isAccount),
    );
    if (meant) setIntent({ doing, account: meant.accountId });
  };
  useKeys((event) => {
    const doing = doingOf(event);
    if (event.key === "Escape") void client.send({ name: "closeWindow", window: window.id });
    else if (doing && !(doing === "console" && isControl(event.target))) void press(doing);
    else return false;
    return true;
  });

  if (!model.any) {
    return (
      <div class="window">
        <Header model={model} busy={sender.busy} onSend={sender.send} />
        <div class="grow">
          <NoAccounts signIn={signIn} failure={sender.failure} busy={sender.busy} send={sender.send} />
        </div>
      </div>
    );
  }
  return (
    <div class="window">
      <Header model={model} busy={sender.busy} onSend={sender.send} />
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
              active={here ? optionId("accounts", place) : undefined}
              onInput={type}
              onKeyDown={(event) => {
                const steps = stepsOf(event);
                if (steps === undefined) return;
                event.preventDefault();
                move(steps);
              }}
            />
          </div>
          {found.state === "loading" ? <Skeleton rows={12} /> : found.state === "empty"
            ? (
              <EmptyState
                small
                title={`Nothing fits “${typed}”`}
                text="Names, numbers, emails and environments are searched."
              />
            )
            : (
              <AccountColumn
                count={count}
                active={place}
                row={row}
                onPick={(place) => {
                  setAt(place);
                  search.current?.focus();
                }}
                onView={setView}
              />
            )}
          {/* While nothing is typed there are headings among the rows. */}
          <Announced
            text={typed.trim() === "" || found.state === "loading"
              ? ""
              : `${count.toLocaleString("en")} found`}
          />
        </nav>
        <div class="accounts-main">
          {chosen && (
            <AccountPane
              key={chosen.accountId}
              account={chosen}
              shell={model.shell}
              client={client}
              signedIn={signIn.status}
              intent={intent?.account === chosen.accountId ? intent.doing : null}
              onDone={() => setIntent(null)}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** What a key has asked for, and in which account. */
interface Intent {
  readonly doing: Doing;
  readonly account: string;
}

/** What the keys of a role do. */
function doingOf(event: KeyboardEvent): Doing | null {
  if (event.key !== "Enter" || event.altKey) return null;
  if (withCommand(event)) return "copy";
  if (event.ctrlKey || event.metaKey) return null;
  return event.shiftKey ? "terminal" : "console";
}

/** Enter is its own there. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement || target instanceof HTMLSelectElement;
}

function isAccount(row: AccountListRow | undefined): row is ListedAccount {
  return row !== undefined && "accountId" in row;
}

function Header(
  { model, busy, onSend }: {
    model: AccountsModel;
    busy: boolean;
    onSend: ReturnType<typeof useSender>["send"];
  },
): JSX.Element {
  return (
    <header class="bar top accounts-header">
      <h1 class="grow">Accounts</h1>
      <SignInLine signIn={model.signIn} send={(command) => void onSend(command)} />
      <Button
        kind="bare"
        icon="again"
        label="Ask for the accounts anew"
        busy={busy}
        onClick={() => void onSend({ name: "refreshAccounts" })}
      />
    </header>
  );
}
