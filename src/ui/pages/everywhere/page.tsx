import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { accountNumber } from "../../../core/accounts/words.ts";
import type {
  everywhereHits,
  EverywhereModel,
  everywhereStatus,
  FoundHolding,
} from "../../../pages/everywhere/page.ts";
import { useRows } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import {
  Button,
  EmptyState,
  EnvPill,
  FIRST_VIEW,
  Icon,
  type IconName,
  Notice,
  optionId,
  SearchField,
  useKeys,
  VirtualOptions,
} from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { count } from "../../text/format.ts";

const ICONS: Readonly<Record<FoundHolding["holding"], IconName>> = {
  secrets: "key",
  databases: "server",
  services: "console",
};
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Finds secrets, databases and services by name in all accounts: Enter begins, results come as they are found. */
export default function EverywherePage({ model, client }: PageProps<EverywhereModel>): JSX.Element {
  const { window } = model;
  const sender = useSender(client);
  const [typed, setTyped] = useState("");
  /** What is looked for: it costs calls in every account, so that it begins when the user says so. */
  const [search, setSearch] = useState("");
  const [at, setAt] = useState(0);
  const [view, setView] = useState(FIRST_VIEW);
  const field = useRef<HTMLInputElement>(null);
  const on = search !== "";
  const found = useRows<typeof everywhereHits>(client, "hits", { search }, {
    ...view,
    count: on ? view.count : 0,
  });
  const status =
    useRows<typeof everywhereStatus>(client, "status", { search }, { count: on ? 1 : 0 }).rows[0];
  const total = on ? found.total ?? found.rows.length : 0;
  const searching = on && (status === undefined || status.done < status.accounts);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [window.raised]);
  useKeys((event) => {
    if (event.key !== "Escape") return false;
    if (on) setSearch("");
    else void client.send({ name: "closeWindow", window: window.id });
    return true;
  });
  const begin = () => {
    setAt(0);
    setView(FIRST_VIEW);
    setSearch(typed.trim());
  };
  const open = (place: number) => {
    const hit = found.rows[place - found.from];
    if (!hit) return;
    const params = { account: hit.account.accountId, ...hit.params };
    void sender.send({ name: "openWindow", page: hit.holding, params });
  };
  return (
    <div class="window everywhere">
      <header class="bar top">
        <span class="grow">
          <SearchField
            label="Find in all accounts"
            placeholder="A part of a name, then Enter"
            value={typed}
            inputRef={field}
            controls={total > 0 ? "hits" : undefined}
            active={found.rows[at - found.from] ? optionId("hits", at) : undefined}
            onInput={setTyped}
            onKeyDown={(event) => {
              const steps = STEPS[event.key];
              if (event.key === "Enter" && typed.trim() !== search) begin();
              else if (event.key === "Enter") open(at);
              else if (steps !== undefined) setAt(Math.min(Math.max(at + steps, 0), Math.max(total - 1, 0)));
              else return;
              event.preventDefault();
            }}
          />
        </span>
        {searching
          ? <Button onClick={() => setSearch("")}>Stop</Button>
          : <Button kind="marked" disabled={typed.trim() === ""} onClick={begin}>Find</Button>}
      </header>
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {total > 0
        ? (
          <VirtualOptions
            id="hits"
            label="Found"
            count={total}
            active={at}
            row={(place) => {
              const hit = found.rows[place - found.from];
              return hit ? { content: <Hit hit={hit} /> } : null;
            }}
            onPick={(place) => {
              setAt(place);
              open(place);
            }}
            onView={setView}
          />
        )
        : (
          <div class="grow">
            {!model.any
              ? (
                <EmptyState
                  icon="account"
                  title="No accounts yet"
                  text="Sign in, or list accounts in config.json."
                />
              )
              : !on
              ? (
                <EmptyState
                  icon="search"
                  title="Find in all accounts"
                  text="Names of secrets, databases and services are looked for in each account's own region, a few accounts at a time."
                />
              )
              : searching
              ? <EmptyState icon="search" title={`Looking for “${search}”`} />
              : <EmptyState icon="search" title={`No account has “${search}”`} />}
          </div>
        )}
      <footer class="bar foot">
        <span class="grow small quiet numbers" role="status">
          {status && on
            ? `${count(total, "result")} · ${status.done} of ${count(status.accounts, "account")} asked`
            : ""}
        </span>
        {status && on && status.faults.length > 0 && (
          <span
            class="small quiet"
            title={status.faults.slice(0, 20).map(({ account, message }) =>
              `${accountNumber(account)}: ${message}`
            ).join("\n")}
          >
            {new Set(status.faults.map(({ account }) => account)).size} could not be asked for all of it
          </span>
        )}
      </footer>
    </div>
  );
}

function Hit({ hit: { holding, title, detail, account, places } }: { hit: FoundHolding }): JSX.Element {
  return (
    <>
      <Icon name={ICONS[holding]} />
      <span class="cut name" title={title}>
        <Marked text={title} places={places} />
      </span>
      <span class="quiet small cut grow">{detail}</span>
      <span class="small numbers">{account.name ?? accountNumber(account.accountId)}</span>
      <EnvPill env={account.env} />
    </>
  );
}
