import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type {
  everywhereHits,
  EverywhereModel,
  everywhereStatus,
  FoundResource,
  RegionChoice,
} from "../../../pages/everywhere/page.ts";
import { searched } from "../../../core/find/typed.ts";
import type { RowOf } from "../../../pages/query.ts";
import { useRows } from "../../client/mod.ts";
import { ListFailure } from "../../parts/list_failure.tsx";
import { pickedId, PickingList, useListPicking } from "../../parts/picking.tsx";
import { type PageProps, useSender } from "../../page.ts";
import {
  Button,
  EmptyState,
  Kbd,
  Notice,
  plain,
  SearchField,
  Tool,
  useKeys,
  withCommand,
} from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import { Faults } from "./faults.tsx";
import { SearchRole, takenWords } from "./search_role.tsx";
import { IndexNote } from "./index_note.tsx";
import { ResourceRow } from "./resource_row.tsx";
import { Regions } from "./regions.tsx";
import { formatNumber } from "../../../core/text/locale.ts";

/**
 * Finds secrets, databases and services by name in all accounts. Enter starts the
 * search; results are listed as they arrive.
 */
export default function EverywherePage({ model, client }: PageProps<EverywhereModel>): JSX.Element {
  const { window, search } = model;
  const sender = useSender(client);
  const [typed, setTyped] = useState(search?.text ?? "");
  const [regions, setRegions] = useState<RegionChoice>(search?.regions ?? "own");
  const [why, showWhy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const on = search !== null, text = search?.text ?? "", going = search?.going ?? false;
  const asked = { search: search?.id ?? "" };
  const hits = useListPicking<typeof everywhereHits>(client, "hits", asked, { keyOf, on, typed: true });
  const told = useRows<typeof everywhereStatus>(client, "status", asked, { count: on ? 1 : 0 });
  const [status] = told.rows;
  const failed = hits.found.failure ? hits.found : told;
  /** Whether accounts remain that can be searched. */
  const unfinished = status !== undefined && status.done + status.skipped + status.byIndex < status.accounts;
  const searching = going && (status === undefined || unfinished);
  /** The text to search: an empty field means the last search. */
  const wanted = searched(typed) || text;
  /** Whether the search was stopped and can be continued. */
  const paused = on && !going && wanted === text && unfinished;
  /** The role that is being chosen: for accounts that were skipped without one, or instead of the role in use. */
  const [choosing, choose] = useState<"skipped" | "instead" | null>(null);
  const skipped = on && status ? status.skipped : 0;
  /** Starts a search. It makes requests in every account, so it starts only at the user's request. */
  const look = (text: string, where: RegionChoice) => {
    hits.begin();
    setTyped(text);
    setRegions(where);
    showWhy(false);
    void sender.send({ name: "beginSearch", text, regions: where });
  };
  /** Whether the page was reloaded in its window, where its search continues. */
  const reloaded = useRef(on);
  useLayoutEffect(() => {
    const { search } = window.params;
    if (search !== undefined && !reloaded.current) look(search, regions);
    reloaded.current = false;
    field.current?.focus();
    field.current?.select();
  }, [window.raised]);
  /** Number of accounts for which an index has answered and which can also be searched themselves. */
  const byIndex = on && status ? status.byIndex + status.partly : 0;
  const askAccounts = () => void sender.send({ name: "askAccounts" });
  const stop = () => void sender.send({ name: "stopSearch" });
  // Esc stops the search before the field has the key, which it would only empty.
  useKeys((event) => {
    if (event.key !== "Escape" || !searching) return false;
    stop();
    return true;
  }, true);
  useKeys((event) => {
    if (event.key === "Enter" && withCommand(event) && skipped + byIndex > 0) {
      if (skipped > 0) choose("skipped");
      else askAccounts();
      return true;
    }
    if (event.key !== "Escape") return false;
    if (on) void sender.send({ name: "endSearch" });
    else void client.send({ name: "closeWindow", window: window.id });
    return true;
  });
  const begin = (where = regions) => {
    if (paused && where === regions) void sender.send({ name: "resumeSearch" });
    else if (wanted !== "") look(wanted, where);
  };
  /** Number of accounts that were not searched completely, so that they may contain the resource. */
  const unasked = (status?.blamed ?? 0) + skipped;
  const searchAs = (role: string, instead: boolean) => {
    choose(null);
    if (instead) hits.begin();
    void sender.send({ name: "searchAs", role, instead });
  };
  /** Whether Enter opens the picked row; with another text it starts a search. */
  const opens = on && wanted === text;
  const open = (hit: FoundResource | undefined) => {
    if (!hit) return;
    const params = { account: hit.account.accountId, ...hit.params };
    void sender.send({ name: "openWindow", page: hit.kind, params });
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
            controls={hits.count > 0 ? "hits" : undefined}
            active={pickedId("hits", hits)}
            onInput={setTyped}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !plain(event)) return;
              if (event.key === "Enter" && !opens) begin();
              else if (event.key === "Enter") void hits.taken().then(open);
              else if (!hits.step(event)) return;
              event.preventDefault();
            }}
          />
        </span>
        <Regions
          regions={regions}
          onPick={(where) => {
            // Repeat a search that was made in the newly chosen regions.
            if (on) begin(where);
            else setRegions(where);
          }}
        />
        {searching ? <Button onClick={stop}>Stop</Button> : (
          <Button
            kind={opens ? "plain" : "marked"}
            shortcut={opens ? undefined : "Enter"}
            disabled={wanted === ""}
            onClick={() => begin()}
          >
            {paused ? "Go on" : "Find"}
          </Button>
        )}
      </header>
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {hits.count > 0 && <ListFailure found={failed} />}
      {hits.count > 0
        ? (
          <PickingList
            id="hits"
            label="Found"
            picking={hits}
            row={(hit) => <ResourceRow hit={hit} />}
            onPick={(index) => {
              hits.pick(index);
              open(hits.found.rows[index - hits.found.from]);
            }}
          />
        )
        : (
          <div class="grow">
            {!model.any
              ? (
                <EmptyState
                  icon="account"
                  title="No accounts yet"
                  text="Sign in, or add accounts by hand."
                >
                  <Button onClick={() => void sender.send({ name: "openWindow", page: "accounts" })}>
                    Show accounts
                  </Button>
                </EmptyState>
              )
              : !on
              ? (
                <EmptyState
                  icon="search"
                  title="Find in all accounts"
                  text="Names of secrets, databases, services and clusters are looked for, a few accounts at a time."
                />
              )
              : failed.failure
              ? <ListFailure found={failed} />
              : searching
              ? <EmptyState icon="search" title={`Looking for “${text}”`} />
              : (
                <EmptyState
                  icon="search"
                  title={!going || (status?.partly ?? 0) > 0
                    ? `“${text}” was not found yet`
                    : byIndex > 0
                    ? `The index has no “${text}”`
                    : unasked > 0
                    ? `“${text}” was not found where AWS could be asked`
                    : `No account has “${text}”`}
                  text={going && regions === "own" && unasked === 0 && byIndex === 0
                    ? "Each account's own region was asked."
                    : ""}
                >
                  {going && status && status.blamed > 0 && !why && (
                    <Button
                      alone="Show why accounts gave nothing"
                      onClick={() => showWhy(true)}
                    >
                      Show why
                    </Button>
                  )}
                </EmptyState>
              )}
          </div>
        )}
      {why && status && <Faults status={status} />}
      {on && status?.index && (
        <IndexNote
          index={status.index}
          shortcut={skipped > 0 ? undefined : "Mod+Enter"}
          onAsk={byIndex > 0 ? askAccounts : undefined}
        />
      )}
      {skipped > 0 && (
        <Notice
          tone="info"
          message={`${count(skipped, "account")} ${skipped === 1 ? "was" : "were"} skipped`}
          hint={`You have several roles ${skipped === 1 ? "in it" : "in each"}, and none is the usual one.`}
        >
          <Button compact shortcut="Mod+Enter" onClick={() => choose("skipped")}>Choose a role…</Button>
        </Notice>
      )}
      {choosing && status && (
        <SearchRole
          roles={choosing === "skipped" ? status.roles : status.others}
          instead={choosing === "instead"}
          onPick={(role) => searchAs(role, choosing === "instead")}
          onLeave={() => choose(null)}
        />
      )}
      <footer class="bar foot">
        <span class="grow small quiet numbers cut" role="status">
          {status && on ? progress(hits.count, status) : ""}
        </span>
        {status && on && status.taken.length > 0 && (
          <Tool
            title="Choose another role"
            alone="Search as another role"
            onClick={() => choose("instead")}
          >
            <span class="cut">{takenWords(status.taken)}</span>
          </Tool>
        )}
        {status && on && status.blamed > 0 && (
          <Tool
            alone={why ? "Hide why accounts gave nothing" : "Show why accounts gave nothing"}
            pressed={why}
            onClick={() => showWhy(!why)}
          >
            {count(status.blamed, "account")} gave only a part, or nothing
          </Tool>
        )}
        {opens && hits.count > 0 && (
          <span class="row small quiet everywhere-opens">
            Open <Kbd keys="Enter" />
          </span>
        )}
      </footer>
    </div>
  );
}

const keyOf = ({ kind, account, params }: FoundResource): string =>
  JSON.stringify([kind, account.accountId, params]);

/** Returns the number of results and the progress of the search. */
function progress(total: number, { done, accounts, regions }: RowOf<typeof everywhereStatus>): string {
  const where = regions > done ? ` in ${count(regions, "region")}` : "";
  return `${count(total, "result")} · ${formatNumber(done)} of ${count(accounts, "account")} asked${where}`;
}
