import type { JSX } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Command } from "../../../core/app/command.ts";
import type { fits as fitsQuery, HomeModel } from "../../../pages/home/page.ts";
import type { accounts as accountsQuery, servers as serversQuery } from "../../../pages/lists.ts";
import { type RowsView, useRows } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import { SignInLine } from "../../parts/sign_in.tsx";
import { DropHint, useDrop } from "../../parts/drop.tsx";
import { Install } from "../../parts/install.tsx";
import {
  Announced,
  Button,
  DrawnOf,
  EmptyState,
  Icon,
  isTyping,
  letterOf,
  MenuButton,
  Notice,
  plain,
  SearchField,
  ToastStack,
  Tool,
  uncover,
  useKeys,
  withCommand,
} from "../../system/mod.ts";
import { seen } from "../../text/visible.tsx";
import { AccountList, MAX_DRAWN, STEP } from "./accounts.tsx";
import { Actions } from "./actions.tsx";
import { filterHome } from "./filter.ts";
import { overlaid, Overlays } from "./overlays.tsx";
import { ProblemNotices } from "./problems.tsx";
import { RecentRuns } from "./runs.tsx";
import { ServerList } from "./servers.tsx";
import { updateCommand, updateWords } from "./updates.ts";
import { useBest } from "./use_best.ts";

/** Number of servers shown at first above the accounts. */
const SERVERS = 8;
/**
 * Number of matches shown at first. It is small, because every letter
 * renders them anew; the best matches come first.
 */
const FITTING = 40;

/** Whether the page handles Ctrl+K itself, which opens the palette. */
export const handlesCommandKey = true;

/** The first page in browser mode: everything in the tray menu, in one window. */
export default function HomePage({ model, client }: PageProps<HomeModel>): JSX.Element {
  const [typed, setTyped] = useState("");
  const { send: tell, track, clear, failure } = useSender(client);
  const [installing, setInstalling] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLDivElement>(null);
  const [many, setMany] = useState(STEP);
  const filtered = typed.trim() !== "";
  const countOf = (many: number) => Math.min(MAX_DRAWN, filtered ? many - STEP + FITTING : many);
  const accounts = useRows<typeof accountsQuery>(client, "accounts", { search: typed }, {
    count: countOf(many),
  });
  const accountsFor = useAnswered(accounts, typed);
  const [manyServers, setManyServers] = useState(SERVERS);
  const servers = useRows<typeof serversQuery>(client, "servers", { search: typed }, {
    count: filtered ? countOf(Math.max(manyServers, STEP)) : Math.min(MAX_DRAWN, manyServers),
  });
  const serversFor = useAnswered(servers, typed);
  const fits = useRows<typeof fitsQuery>(client, "fits", { search: typed }, { count: filtered ? 1000 : 0 });
  const shown = useMemo(
    () => filtered && fits.state !== "loading" ? filterHome(model, new Set(fits.rows)) : model,
    [model, filtered, fits.rows],
  );
  // The matched letters are marked in rows that answer this text.
  const answered = useAnswered(fits, typed);
  const actionsFor = shown === model ? "" : answered;
  const best = useBest(main, filtered, fits.current && accounts.current && servers.current, typed);
  const dropping = useDrop(
    client,
    (error, hint) => void track(Promise.resolve({ ok: false, error, hint })),
  );
  const send = useCallback((command: Command) => void tell(command), [tell]);
  const none = accounts.state === "empty" && servers.state === "empty";
  const bare = model.extensions.length === 0 && none;
  useLayoutEffect(() => {
    // An empty home page has nothing to filter, so Enter should press its first step.
    const first = main.current?.querySelector<HTMLElement>("[data-first]");
    (bare && first ? first : search.current)?.focus();
  }, [bare]);
  useEffect(() => {
    // When the user returns from another window, typing goes to the
    // search field, unless a control has the focus.
    const back = () => (document.activeElement ?? document.body) === document.body && search.current?.focus();
    addEventListener("focus", back);
    return () => removeEventListener("focus", back);
  }, []);
  /** Presses the marked row of the typed text, whose rows may still be loading. */
  const take = async () => {
    if (filtered) await Promise.all([fits.latest(), accounts.latest(), servers.latest()]);
    requestAnimationFrame(() => best.press());
  };
  const onFilterKey = (event: KeyboardEvent) => {
    if (!filtered) return;
    if (event.key === "Enter") void take();
    else if (!best.move(event)) return;
    event.preventDefault();
  };
  useKeys((event) => {
    const types = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey &&
      !event.altKey && document.activeElement === document.body;
    // The browser then enters the letter into the field.
    if (types) return search.current?.focus(), false;
    if (event.key === "/" && plain(event) && !isTyping(event.target)) search.current?.select();
    else if (withCommand(event) && letterOf(event) === "k") send({ name: "openWindow", page: "palette" });
    else if (event.key === "Escape" && failure) clear();
    else return false;
    return true;
  });
  // Each list renders only when its own rows change, because a letter changes the lists one after the other.
  const actions = (
    <DrawnOf
      of={[shown, actionsFor, send]}
      draw={() => (
        <>
          <Actions model={shown} question={actionsFor} send={send} onInstall={() => setInstalling(true)} />
          <RecentRuns ended={shown.ended} send={send} />
        </>
      )}
    />
  );
  const accountList = (
    <DrawnOf
      key="accounts"
      of={[accounts.state, accounts.failure, accounts.rows, accounts.total, accounts.more, accountsFor, send]}
      draw={() => (
        <AccountList
          found={accounts}
          question={accountsFor}
          send={send}
          onMore={() => setMany((many) => many + STEP)}
        />
      )}
    />
  );
  const serverList = (
    <DrawnOf
      key="servers"
      of={[servers.state, servers.failure, servers.rows, servers.total, servers.more, serversFor, send]}
      draw={() => (
        <ServerList
          found={servers}
          question={serversFor}
          send={send}
          onMore={() => setManyServers((many) => many + STEP)}
        />
      )}
    />
  );
  const windows = overlaid(model.windows);
  const covered = windows.length > 0;
  useLayoutEffect(() => covered ? () => uncover(false) : undefined, [covered]);
  const nothing = filtered && fits.current && none && shown.extensions.length === 0;
  return (
    <div class="window">
      <header class="bar top home-head" inert={covered}>
        <span class="home-name row">
          <Icon name="anchor" />
          <h1>Kedge</h1>
          <span class="quiet small">{model.app.version}{model.app.development ? " dev" : ""}</span>
        </span>
        <span class="home-search">
          <SearchField
            label="Filter"
            placeholder="Filter actions, accounts, servers"
            value={typed}
            onInput={(text) => {
              setTyped(text);
              setMany(STEP);
              setManyServers(SERVERS);
              best.reset();
            }}
            onKeyDown={onFilterKey}
            inputRef={search}
          />
        </span>
        <SignInLine signIn={model.signIn} send={send} />
        <Button kind="bare" icon="plus" expanded={installing} onClick={() => setInstalling(!installing)}>
          Install extension
        </Button>
        <MenuButton
          kind="bare"
          icon="more"
          label="More"
          items={[
            {
              label: "Palette",
              icon: "search",
              shortcut: "Mod+K",
              onPick: () => send({ name: "openWindow", page: "palette" }),
            },
            {
              label: "Extensions",
              icon: "extension",
              onPick: () => send({ name: "openWindow", page: "extensions" }),
            },
            { label: "Settings", icon: "gear", onPick: () => send({ name: "openWindow", page: "settings" }) },
            { label: "Open config.json", icon: "file", onPick: () => send({ name: "openConfig" }) },
            { label: "Quit Kedge", apart: true, onPick: () => send({ name: "quit" }) },
          ]}
        />
      </header>
      <div class="scroll grow home-main" inert={covered} ref={main}>
        <Announced text={filtered && !nothing ? "Enter takes the first that fits" : ""} />
        <div class="column loose home">
          {failure && (
            <Notice tone="danger" message={failure.error} hint={failure.hint}>
              <Tool icon="cross" label="Dismiss" onClick={() => clear()} />
            </Notice>
          )}
          {installing && <Install client={client} autoFocus onBegun={() => setInstalling(false)} />}
          <ProblemNotices model={model} send={send} />
          {model.newVersion !== null && (
            <Notice tone="info" message={`Kedge ${model.newVersion} is there.`}>
              <Button compact onClick={() => send({ name: "openWindow", page: "news" })}>
                What it brings
              </Button>
              <Tool
                icon="cross"
                label={`Do not tell of ${model.newVersion} again`}
                onClick={() => send({ name: "dismissRelease" })}
              />
            </Notice>
          )}
          {model.updates.length > 0 && !filtered && (
            <Notice tone="info" message={seen(updateWords(model.updates))}>
              <Button
                compact
                onClick={() =>
                  send(updateCommand(model.updates))}
              >
                {model.updates.length === 1 ? "Review the update" : "See the updates"}
              </Button>
            </Notice>
          )}
          {nothing
            ? (
              <EmptyState icon="search" title={`Nothing fits “${typed}”`}>
                <Button onClick={() => setTyped("")}>Clear the filter</Button>
              </EmptyState>
            )
            : (
              <div class="home-columns">
                <div class="column">{actions}</div>
                <div class="column">
                  {/* Unfiltered, many accounts must not hide the servers; filtered, the best account comes first. */}
                  {filtered ? [accountList, serverList] : [serverList, accountList]}
                </div>
              </div>
            )}
        </div>
      </div>
      <DropHint dragging={dropping} />
      <Overlays windows={windows} client={client} />
      <ToastStack
        toasts={model.toasts}
        onDismiss={(toast) => send({ name: "dismissToast", toast })}
        onOpen={(page, params) => send({ name: "openWindow", page, params })}
      />
    </div>
  );
}

/** Returns the typed text that the current rows answer. */
function useAnswered({ current }: RowsView<unknown>, typed: string): string {
  const answered = useRef(typed);
  if (current) answered.current = typed;
  return answered.current;
}
