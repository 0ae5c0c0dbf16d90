import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isProduction } from "../../../core/accounts/environments.ts";
import type { Command } from "../../../core/app/command.ts";
import type { PastQuery } from "../../../core/state/query_window.ts";
import type { QueryModel } from "../../../pages/query/page.ts";
import type { PageProps } from "../../page.ts";
import { EmptyState, Notice, Skeleton, useCommands } from "../../system/mod.ts";
import { Catalog } from "./catalog.tsx";
import { queryCommands } from "./commands.ts";
import { createQueryView, type QueryView } from "./query_view.ts";
import { ExportBar } from "./export_bar.tsx";
import { AskFirst, Hold } from "./hold.tsx";
import type { OpenCell } from "./rows/open_cell.ts";
import { Results } from "./rows/results.tsx";
import { isElsewhere, type Over } from "./over.ts";
import { Overlay } from "./overlay.tsx";
import { usePickedResults } from "./picked_results.ts";
import { TransactionBar, TransactionEnd } from "./transaction_bar.tsx";
import { Splitter } from "./splitter.tsx";
import { USUAL_TIMES } from "./times.tsx";
import { TabBar, Tools } from "./tools.tsx";
import { useWindowKeys } from "./window_keys.ts";
import { WindowNotices } from "./window_notices.tsx";
import { inOneLine } from "../../../core/text/sentences.ts";

/** A server's query window: tabs with an editor and results, and the catalog of the server. */
export default function QueryPage({ model, client }: PageProps<QueryModel>): JSX.Element {
  const { queryWindow, window } = model;
  const server = window.params.server ?? "";
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<QueryView | null>(null);
  const newest = useRef(model);
  newest.current = model;
  const [tabId, setTab] = useState<string | null>(null);
  /** Number of times that a tab was chosen. */
  const choices = useRef(0);
  const choose = (id: string) => {
    choices.current++;
    setTab(id);
  };
  const [over, setOver] = useState<Over | null>(null);
  const [notice, setNotice] = useState<
    { readonly text: string; readonly tone: "danger" | "info"; readonly stays?: true } | null
  >(null);
  const [catalog, setCatalog] = useState(() => innerWidth > 700);
  const [catalogFocus, setCatalogFocus] = useState(0);
  const [unread, setUnread] = useState<{ readonly error: string; readonly hint?: string } | null>(null);
  /** The tab whose text could not be read. */
  const [unreadTab, setUnreadTab] = useState<string | null>(null);
  const cell = useRef<OpenCell | null>(null);
  const taken = () => cell.current?.take() ?? true;
  const [share, setShare] = useState(0.42);
  const [times, setTimes] = useState(USUAL_TIMES);
  const newestTimes = useRef(times);
  newestTimes.current = times;

  const tab = queryWindow?.tabs.find(({ id }) => id === tabId) ?? queryWindow?.tabs.at(-1) ?? null;
  const picked = usePickedResults(tab);
  const ready = queryWindow !== null;
  useEffect(() => {
    if (!ready) void client.send({ name: "openQuery", server });
  }, [ready]);
  useLayoutEffect(() => {
    if (!ready || !host.current) return;
    const made = createQueryView(host.current, client, server, newest, newestTimes, {
      tell: (text, tone = "danger") => setNotice({ text, tone }),
      over: setOver,
      choices: () => choices.current,
      shown: setTab,
      result: picked.forget,
      unread: setUnreadTab,
      counted: async () => await cell.current?.counted(),
    });
    view.current = made;
    return () => made.close();
  }, [ready]);
  // The palette and proposals bring one of their tabs to the front.
  const front = queryWindow?.front;
  useLayoutEffect(() => front && choose(front.tab), [front?.turn]);
  /** Whether an arrow key chose the next tab, so that the focus stays on the tabs for the next arrow key. */
  const staying = useRef(false);
  useLayoutEffect(() => {
    if (tab) void view.current?.show(tab.id, !staying.current);
    staying.current = false;
  }, [tab?.id, ready]);
  const latest = tab?.results.at(-1);
  useEffect(() => {
    if (tab) void view.current?.fault(tab.id, latest?.status === "failed" ? latest.at ?? null : null);
  }, [tab?.id, latest?.id, latest?.status]);
  const waits = tab?.hold?.result ?? tab?.transaction?.id;
  // Clear a notice about the previous run, tab or write.
  useEffect(() => setNotice((now) => now === notice && !now?.stays ? null : now), [
    tab?.id,
    latest?.id,
    waits,
  ]);
  // An answer that is meant for one tab must not be given for another.
  useEffect(() => {
    if (!over || !("tab" in over) || over.tab === tab?.id) return;
    setOver(null);
    setNotice({ text: "The question was about another tab: ask again there.", tone: "info", stays: true });
  }, [tab?.id]);
  useEffect(() => {
    if (!notice || notice.tone !== "info") return;
    const timer = setTimeout(() => setNotice(null), 4000);
    return () => clearTimeout(timer);
  }, [notice]);

  const production = isProduction(queryWindow?.env ?? null);
  const send = async (command: Command) => {
    const result = await client.send(command);
    if (!result.ok) setNotice({ text: inOneLine(result.error, result.hint), tone: "danger" });
  };
  const decide = (how: "commit" | "rollback") =>
    tab && waits !== undefined &&
    void send({ name: "decideWrite", server, tab: tab.id, result: waits, how });
  const refreshServerCatalog = () => void send({ name: "refreshServerCatalog", server });
  const answer = (how: "run" | "leave") => tab?.ask && void view.current?.answer(tab.id, tab.ask.id, how);
  const write = (on: boolean) => {
    if (tab && on) setOver({ kind: "write", tab: tab.id });
    else if (tab) void send({ name: "setWriting", server, tab: tab.id, on });
  };
  const commands = !queryWindow || !tab ? [] : queryCommands({
    ...{ queryWindow, tab, refreshServerCatalog, write, taken },
    asks: model.ai,
    faultAt: latest?.at,
    over: setOver,
    acts: () => view.current!,
    catalog(focus) {
      setCatalog(focus || !catalog);
      if (focus) setCatalogFocus((n) => n + 1);
    },
    turn(by) {
      const { tabs } = queryWindow;
      choose(tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]!.id);
    },
    anotherWay: () => void send({ name: "anotherWay", server }),
  });
  useCommands(commands);
  const shownOver = over && tab && isElsewhere(over, tab.id) ? null : over;
  useWindowKeys({
    ...{ view, tab, notice, commands },
    covered: shownOver !== null,
    waits: waits !== undefined,
    onDismiss: () => setNotice(null),
    onDecide: decide,
    onAnswer: answer,
  });

  if (!queryWindow || !tab) {
    if (!model.known) {
      return (
        <EmptyState
          icon="server"
          title={`There is no server “${server}”`}
          text="It was taken out of the configuration."
        />
      );
    }
    return <Skeleton />;
  }
  const acts = () => view.current!;
  const readAgain = () => void acts().show(tab.id);
  const openPast = async (past: PastQuery, run: boolean) => {
    setOver(null);
    await acts().openPast(past.id, run);
  };
  return (
    <div class="window query" data-tab={tab.id}>
      <Tools
        queryWindow={queryWindow}
        tab={tab}
        production={production}
        catalog={catalog}
        {...{ times, onTimes: setTimes, onOtherTimes: () => setOver({ kind: "times" }) }}
        onCatalog={() => setCatalog(!catalog)}
        onRun={() => taken() && void acts().run("statement")}
        onCancel={() => acts().cancel(tab.id)}
        more={commands.filter(({ more, disabled }) => more && !disabled)}
        onBegin={() => void send({ name: "beginTransaction", server, tab: tab.id })}
        onWriting={write}
      />
      <div class="query-body">
        {catalog && (
          <Catalog
            {...{ client, hidden: model.hidden, what: queryWindow.engine === "logs" ? "field" : "table" }}
            focusKey={catalogFocus}
            onRows={(row) => void acts().firstRows(row)}
            onInsert={(row) => acts().insert(row)}
            onDefinition={(row) => void acts().definition(row)}
            onHide={(column) => void send({ name: "hideColumn", server, ...column })}
            onRefresh={refreshServerCatalog}
            onFailure={setUnread}
          />
        )}
        <div class="fill">
          <TabBar
            tabs={queryWindow.tabs}
            current={tab.id}
            onPick={(id, stay = false) => {
              if (!taken()) return;
              staying.current = stay;
              choose(id);
            }}
            onAdd={() => taken() && void acts().add()}
            onClose={(id) => taken() && void acts().closeTab(id)}
            onRename={({ id, title }) => setOver({ kind: "rename", tab: id, title })}
          />
          <WindowNotices queryWindow={queryWindow} />
          <div class="fill">
            <div class="query-editor" style={{ flexGrow: share }} ref={host} data-editor />
            <Splitter share={share} onShare={setShare} />
            <div class="query-below" style={{ flexGrow: 1 - share }}>
              {unreadTab === tab.id && (
                <Notice tone="danger" message="The text of this tab could not be read.">
                  <button type="button" class="link small" onClick={readAgain}>Read it again</button>
                </Notice>
              )}
              {notice && (
                <Notice tone={notice.tone} message={notice.text}>
                  <button type="button" class="link small" onClick={() => setNotice(null)}>Dismiss</button>
                </Notice>
              )}
              {tab.link.status === "lost" && (
                <Notice tone="caution" message={tab.link.message} hint={tab.link.hint} />
              )}
              {tab.hold && <Hold hold={tab.hold} server={server} production={production} onDecide={decide} />}
              {tab.transaction && (
                <TransactionBar
                  transaction={tab.transaction}
                  server={server}
                  production={production}
                  onDecide={decide}
                />
              )}
              {tab.transactionEnd && <TransactionEnd end={tab.transactionEnd} />}
              {tab.ask && <AskFirst ask={tab.ask} onAnswer={answer} />}
              {tab.export && (
                <ExportBar
                  state={tab.export}
                  onStop={() => void send({ name: "cancelExport", server, tab: tab.id })}
                  onOpen={(what) => void send({ name: "openExport", server, tab: tab.id, what })}
                />
              )}
              <Results
                client={client}
                queryWindow={queryWindow}
                tab={tab}
                page={model.page}
                unread={catalog ? unread : null}
                onRetry={refreshServerCatalog}
                onEdit={model.known
                  ? () => void send({ name: "openWindow", page: "server", params: { server } })
                  : undefined}
                current={picked.current}
                onPick={(id) => taken() && picked.pick(tab.id, id)}
                onGo={(at) => acts().go(at)}
                onAsk={model.ai
                  ? (result) => setOver({ kind: "ask", failed: { tab: tab.id, result } })
                  : undefined}
                onExport={(result) => acts().askExport(result)}
                onWriting={() => write(true)}
                onTell={(text, tone) => setNotice({ text, tone })}
                openCell={cell}
              />
            </div>
          </div>
        </div>
      </div>
      <Overlay
        over={shownOver}
        model={model}
        production={production}
        acts={acts}
        times={times}
        onTimes={setTimes}
        onOver={setOver}
        onPast={openPast}
        client={client}
        send={send}
      />
    </div>
  );
}
