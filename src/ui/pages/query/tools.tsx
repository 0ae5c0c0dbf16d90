import type { JSX } from "preact";
import type { QueryWindowState, TabState } from "../../../core/state/query_window.ts";
import { useNow } from "../../page.ts";
import {
  Button,
  EnvPill,
  Icon,
  keyText,
  MenuButton,
  type MenuItem,
  TabList,
  Tool,
} from "../../system/mod.ts";
import { duration } from "../../text/format.ts";
import { type Times, TimesButton } from "./times.tsx";

/**
 * Whether a statement is running that can be cancelled. A statement that waits
 * until more rows are requested does not count.
 */
export function isBusy({ run, hold, transaction }: TabState): boolean {
  return run !== null && !run.paused && hold === null && !transaction?.asked;
}

/** The head of the window: the server, whether the tab may write, and commands. */
export function Tools(
  { queryWindow, tab, production, catalog, times, ...on }: {
    queryWindow: QueryWindowState;
    tab: TabState;
    production: boolean;
    catalog: boolean;
    /** The time range of queries of logs. */
    times: Times;
    onTimes: (times: Times) => void;
    onOtherTimes: () => void;
    onCatalog: () => void;
    onRun: () => void;
    onCancel: () => void;
    /** The items of the menu “…”. */
    more: readonly MenuItem[];
    onBegin: () => void;
    onWriting: (on: boolean) => void;
  },
): JSX.Element {
  const busy = isBusy(tab);
  const { found } = queryWindow;
  const logs = queryWindow.engine === "logs";
  return (
    <header class="bar top query-head">
      <Button
        kind="bare"
        icon="folder"
        label="Catalog"
        alone="Show or hide the catalog"
        title={`Catalog (${keyText("Mod+B")})`}
        pressed={catalog}
        onClick={on.onCatalog}
      />
      <span class="row query-server">
        <strong class="cut" title={`${queryWindow.server}\n${queryWindow.address}`}>
          {found?.name ?? queryWindow.server}
        </strong>
        {found && <span class="cut">{found.account}</span>}
        <EnvPill env={queryWindow.env} />
        {found && <span class="quiet small cut">{found.region}</span>}
        {!found && <span class="quiet small cut query-place">{queryWindow.address}</span>}
      </span>
      <span class="grow" />
      {busy
        ? (
          <Button icon="stop" title="Esc" alone="Cancel" onClick={on.onCancel}>
            Cancel <Clock since={tab.run!.startedAt} />
          </Button>
        )
        : (
          <Button
            kind="marked"
            icon="play"
            shortcut="Mod+Enter"
            title={keyText("Mod+Enter")}
            disabled={tab.hold !== null || tab.transaction?.asked === true}
            onClick={on.onRun}
          >
            Run
          </Button>
        )}
      {tab.writing && (
        <Button
          kind="bare"
          title="Opens a transaction: several writes wait for one Commit."
          disabled={tab.transaction !== null || tab.hold !== null || busy}
          onClick={on.onBegin}
        >
          Begin
        </Button>
      )}
      <MenuButton kind="bare" icon="more" label="More" items={on.more} />
      {logs && <TimesButton times={times} onTimes={on.onTimes} onOther={on.onOtherTimes} />}
      {!logs && (
        <button
          type="button"
          class={`lock${tab.writing ? production ? " production" : " writing" : ""}`}
          aria-pressed={tab.writing}
          aria-label={tab.writing ? "Writing: go back to reading only" : "Reading: let this tab write"}
          data-icon="lock"
          data-keys="Mod+Shift+L"
          title={tab.writing
            ? `Statements of this tab may write. Click to go back to reading (${keyText("Mod+Shift+L")}).`
            : `The server refuses writes. Click to let this tab write (${keyText("Mod+Shift+L")}).`}
          onClick={() => on.onWriting(!tab.writing)}
        >
          <Icon name={tab.writing ? "unlock" : "lock"} />
          {tab.writing ? "Writing" : "Reading"}
        </button>
      )}
    </header>
  );
}

function Clock({ since }: { since: number }): JSX.Element {
  const now = useNow(true, 100);
  return <span class="numbers query-clock">{duration(Math.max(0, now - since))}</span>;
}

/** The tabs of the window. */
export function TabBar(
  { tabs, current, onPick, onAdd, onClose, onRename }: {
    tabs: readonly TabState[];
    current: string;
    /** With `stay` the focus stays on the tabs. */
    onPick: (tab: string, stay?: boolean) => void;
    onAdd: () => void;
    onClose: (tab: string) => void;
    onRename: (tab: TabState) => void;
  },
): JSX.Element {
  return (
    <div class="row query-tabs">
      <TabList
        look="row query-tab-list"
        tabLook="tab query-tab"
        label="Tabs"
        tabs={tabs.map(({ id, title, run, hold, transaction, writing }) => ({
          id,
          label: <>{title}{writing && <span class="aside">writing</span>}</>,
          icon: run && !run.paused ? <span class="spinner" /> : hold || transaction ? "lock" : null,
          title: "F2 renames, Delete closes",
        }))}
        current={current}
        onPick={onPick}
        onClose={onClose}
        onRename={(id) => onRename(tabs.find((tab) => tab.id === id)!)}
      />
      <Tool icon="cross" label="Close this tab" shortcut="Mod+W" onClick={() => onClose(current)} />
      <Tool icon="plus" label="New tab" shortcut="Mod+T" onClick={onAdd} />
    </div>
  );
}
