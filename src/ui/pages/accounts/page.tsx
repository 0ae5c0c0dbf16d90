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
import { formatNumber } from "../../../core/text/locale.ts";

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
  // Rows of a former question say nothing of this one.
  if (under !== undefined && found.current) {
    picked.current = { at, typed, place: isAccount(under) ? at : at + 1 };
  }
  const known = picked.current;
  /** The account that is meant, wherever it goes in the list: what was just used comes to stand before others. */
  const meant = useRef<ListedAccount | null>(null);
  /** The place was chosen, though the account that stands there may not be known yet. */
  const pointed = useRef(false);
  const moves = useRef(0);
  if (found.current && found.state === "empty") meant.current = null;
  const held = meant.current;
  const index = rows.findIndex((one) => isAccount(one) && one.accountId === held?.accountId);
  const place = index >= 0
    ? from + index
    : held && under !== undefined
    ? -1
    : known.at === at && known.typed === typed
    ? known.place
    : at;
  const there = row(place);
  const here = isAccount(there) ? there : undefined;
  if (found.current && here && (held || pointed.current || typed.trim() !== "")) meant.current = here;
  const [kept, keep] = useState<ListedAccount | undefined>(undefined);
  // While rows are on their way, and when the list has scrolled on, the chosen one stays.
  useEffect(() => {
    if (here) keep(here);
    else if (found.state === "empty") keep(undefined);
  }, [here?.accountId, found.state]);
  const chosen = here ?? held ?? kept;
  useLayoutEffect(() => {
    // Where it was last, for when the list has scrolled on.
    if (meant.current && place >= 0) setAt(place);
  }, [place]);

  useLayoutEffect(() => {
    if (window.params.account !== undefined) type(window.params.account);
    search.current?.focus();
    search.current?.select();
  }, [window.raised]);

  function type(text: string): void {
    leave(null);
    pointed.current = false;
    setTyped(text);
    setAt(0);
    setView(FIRST_VIEW);
  }

  /** Moves over headings. */
  function move(steps: number): void {
    // Where the chosen one has gone another stands: that is the next one.
    const top = found.current ? isAccount(row(0)) ? 0 : 1 : typed.trim() === "" ? 1 : 0;
    const start = place >= 0 ? Math.max(place, top) : steps > 0 ? at - 1 : at;
    let next = Math.min(Math.max(start + steps, 0), count - 1);
    const beside = steps > 0 ? 1 : -1;
    const to = found.current ? row(next) : undefined;
    if (to && !isAccount(to)) next += beside;
    point(Math.min(Math.max(next, top), count - 1));
  }

  function point(next: number): void {
    const account = found.current ? row(next) : undefined;
    leave(isAccount(account) ? account : null);
    pointed.current = true;
    setAt(next);
  }

  /** Another one is meant: what a key has asked for of the one before counts no more. */
  function leave(next: ListedAccount | null): void {
    moves.current++;
    meant.current = next;
    setIntent(null);
  }

  const [intent, setIntent] = useState<Intent | null>(null);
  /** Something is done with the chosen one: it stays chosen. */
  function hold(): void {
    if (found.current && here) meant.current ??= here;
    pointed.current = true;
  }

  /** What was pressed is done in the account that was meant: whose row may still be on its way, and then its roles. */
  const press = async (doing: Doing) => {
    const before = moves.current;
    hold();
    const account = meant.current ?? await awaitRow(
      found,
      (rows, from) => [rows[at - from], rows[at + 1 - from]].find(isAccount),
    );
    if (account && moves.current === before) setIntent({ doing, account: account.accountId });
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
                  point(place);
                  search.current?.focus();
                }}
                onView={setView}
              />
            )}
          {/* While nothing is typed there are headings among the rows. */}
          <Announced
            text={typed.trim() === "" || found.state === "loading" ? "" : `${formatNumber(count)} found`}
          />
        </nav>
        <div class="accounts-main" onFocusIn={hold}>
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
      <span class="row">
        <SignInLine signIn={model.signIn} send={(command) => void onSend(command)} />
        <Button
          kind="bare"
          icon="again"
          label="Refresh accounts"
          busy={busy}
          onClick={() => void onSend({ name: "refreshAccounts" })}
        />
      </span>
    </header>
  );
}
