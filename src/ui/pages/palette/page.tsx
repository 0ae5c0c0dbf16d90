import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FoundEntry } from "../../../core/find/rows.ts";
import type { Command } from "../../../core/app/command.ts";
import { searched, typedArn } from "../../../core/find/typed.ts";
import type { entries, PaletteModel } from "../../../pages/palette/page.ts";
import { useRows } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import { useBySteps } from "../../parts/by_steps.ts";
import {
  Announced,
  Icon,
  isRepeat,
  Kbd,
  letterOf,
  nearEnd,
  Notice,
  optionId,
  Options,
  type RowsToPick,
  usePicking,
  withCommand,
} from "../../system/mod.ts";
import { useTypedAnew } from "./typed_anew.ts";
import { EntryFoot, EntryRow, pinnable } from "./entry.tsx";
import { formatNumber } from "../../../core/text/locale.ts";
import { shortened } from "../../../core/text/shorten.ts";

/** Number of rows shown at first and added whenever the end comes near. */
const STEP = 30;
/** Maximum rows rendered, which is also the maximum that may be requested. Typing finds the others. */
const MAX_COUNT = 500;
/** Pins or unpins the selected row. */
const PIN = "Mod+p";
/** The key of the selected row that edits the typed text when that row has no command for it. */
const OF_TEXT = "Mod+Delete";
/** Keys that act on the selected row. */
const KEYS = [PIN, "Enter", "Mod+Enter", "Shift+Enter", "Alt+Enter", "Mod+Shift+Enter", OF_TEXT];

/** Milliseconds that rows must be visible before Enter counts, because a user cannot have read them earlier. */
const UNSEEN_MS = 300;

/** Whether the page handles Ctrl+K itself. It does nothing here, because the field finds everything. */
export const handlesCommandKey = true;

/** Finds everything that can be done by typing. The keyboard suffices for all of it. */
export default function PalettePage({ model, client }: PageProps<PaletteModel>): JSX.Element {
  const { window } = model;
  const sender = useSender(client), pinning = useSender(client);
  /** The command being executed, or executed last, since the window was opened; null for none. */
  const doing = useRef<Command | null>(null);
  /** Pins that were sent and not answered yet, by entry, so that the next press undoes the last one. */
  const pins = useRef(new Map<string, { readonly pinned: boolean }>()).current;
  const [typed, setTyped] = useState(window.params.filter ?? "");
  const [count, setCount] = useState(STEP);
  const input = useRef<HTMLInputElement>(null);
  const found = useRows<typeof entries>(client, "entries", { search: typed }, { count });
  const rowsOf = (found: Pick<RowsToPick<FoundEntry>, "state" | "rows">) =>
    found.state !== "empty" || typed.trim() === ""
      ? found.rows
      : model.signedOut
      ? [signInInstead(typed)]
      : model.accounts && typedArn(typed) === null
      ? [findInstead(typed)]
      : found.rows;
  const rows = rowsOf(found);
  const picking = usePicking({
    ...found,
    rows,
    total: rows.length,
    latest: () => found.latest().then((found) => ({ ...found, rows: rowsOf(found) })),
  }, { keyOf: ({ id }) => id, question: typed, typed: typed.trim() !== "" });
  const { at: active } = picking;
  const current = rows[active];
  /** The text that the visible rows answer, and their number as text. The newest letter may have no answer yet. */
  const answered = useRef({ typed, counted: "" });
  if (found.current) {
    const all = typed.trim() === "" ? model.all : null;
    answered.current = { typed, counted: countText(found.total ?? rows.length, all) };
  }
  const { counted } = answered.current;
  const none = found.state === "empty" ? nothingFits(answered.current.typed) : "";
  const first = useBySteps(rows, answered.current.typed, ({ id }) => id);
  const drawn = first[active] === current ? first : rows;
  const close = () => {
    anew.leave();
    void client.send({ name: "closeWindow", window: window.id });
  };
  const clear = () => {
    sender.clear();
    pinning.clear();
  };
  const start = (text: string) => {
    clear();
    picking.begin();
    setTyped(text);
    setCount(STEP);
  };
  const anew = useTypedAnew(() => start(""));
  const type = (text: string) => {
    anew.mark();
    start(text);
  };
  const before = useRef(window);
  /** When the window appeared, or received the keys that were held back for it. */
  const appeared = useRef(performance.now());
  useLayoutEffect(() => {
    const come = () => void (appeared.current = performance.now());
    // Keys without a focused control go to the field, which gets the
    // focus before the browser inserts the letter.
    const catchKey = (event: KeyboardEvent) => {
      if (event.target !== input.current) input.current?.focus();
    };
    addEventListener("focus", come);
    addEventListener("keydown", catchKey, true);
    return () => {
      removeEventListener("focus", come);
      removeEventListener("keydown", catchKey, true);
    };
  }, []);
  useLayoutEffect(() => {
    appeared.current = performance.now();
    // A page prepared in advance was empty when its window appeared. Text typed since then stays, even if the
    // message that the page waits arrives later.
    const begun = before.current.raised === 0 && window.raised > 0 && window.params.filter === undefined;
    before.current = window;
    doing.current = null;
    clear();
    input.current?.focus();
    if (begun || (window.raised === 0 && anew.isAnew())) return;
    start(window.params.filter ?? "");
    input.current?.select();
  }, [window.id, window.raised]);
  const perform = async (command: Command | null | undefined) => {
    if (!command || doing.current) return;
    doing.current = command;
    const result = await sender.send(command);
    // The window may have been closed and opened again before the answer arrived.
    if (doing.current !== command) return;
    if (result.ok) close();
    else doing.current = null;
  };
  const pin = async ({ id, pinned }: FoundEntry) => {
    const wish = { pinned: !(pins.get(id)?.pinned ?? pinned) };
    pins.set(id, wish);
    await pinning.send({ name: "pinEntry", entry: id, ...wish });
    if (pins.get(id) === wish) pins.delete(id);
  };
  /** Runs the command of a key for the selected row of the typed text, whose rows may still be loading. */
  const press = async (key: string) => {
    const entry = await picking.taken();
    if (entry && key === PIN) {
      if (pinnable(entry)) void pin(entry);
    } else if (entry) void perform(commandOf(entry, key));
  };
  const leave = () => typed === "" ? close() : type("");
  /** Whether Enter came before the rows could be seen, so that it must not choose one. */
  const isUnseen = (key: string) =>
    key === "Enter" && typed === "" && !picking.isPointed() &&
    performance.now() - appeared.current < UNSEEN_MS;
  const failure = sender.failure ?? pinning.failure;
  const more = () => found.more && rows.length === count && setCount(Math.min(MAX_COUNT, count + STEP));
  useEffect(() => {
    if (active > rows.length - STEP / 2) more();
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressed(event);
    if (picking.step(event)) {
      // A key that moved the selection does nothing else.
    } else if (event.key === "Escape") {
      leave();
    } else if (KEYS.includes(key) && (key !== OF_TEXT || !current || commandOf(current, key))) {
      if (!isRepeat(event) && !isUnseen(key)) void press(key);
    } else return;
    event.preventDefault();
  };
  return (
    <div class="window palette">
      <div class="row palette-field">
        {sender.busy ? <span class="spinner" /> : <Icon name="search" />}
        <input
          ref={input}
          type="text"
          value={typed}
          placeholder="Run, open, connect"
          aria-label="What to do"
          role="combobox"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={current ? optionId("palette-list", active) : undefined}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => input.current?.focus()}
        />
        <Kbd keys="Escape" />
      </div>
      <div class="fill palette-list" onMouseDown={(event) => event.preventDefault()}>
        <Options
          list={{
            class: "scroll",
            tabIndex: -1,
            onScroll: (event) => void (nearEnd(event.currentTarget) && more()),
          }}
          id="palette-list"
          label="What can be done"
          items={drawn}
          active={active}
          itemKey={({ id }) => id}
          onPick={(entry) => void perform(entry.command)}
          onPoint={picking.pick}
          section={({ section }) => section}
          render={(entry, isActive) => <EntryRow entry={entry} active={isActive} />}
        />
        {rows.length === 0 && none !== "" && (
          <div class="column palette-none" aria-hidden="true">
            <strong>{none}</strong>
            <span class="quiet">
              Actions, accounts and what they hold, servers, extensions and settings are searched.
            </span>
          </div>
        )}
      </div>
      {found.failure && <Notice tone="danger" message={found.failure.error} hint={found.failure.hint} />}
      {failure && <Notice tone="danger" message={failure.error} hint={failure.hint} />}
      <Announced
        text={none === "" ? current ? counted : "" : current ? `${none}. ${current.title}?` : none}
      />
      {current && none === "" && <EntryFoot entry={current} text={counted} />}
    </div>
  );
}

/** Returns the number of entries; `all` is the number of all entries while nothing is typed, else null. */
function countText(count: number, all: number | null): string {
  const number = formatNumber(count);
  return all !== null && all > count
    ? `${number} of ${formatNumber(all)}`
    : `${number} ${count === 1 ? "result" : "results"}`;
}

/** Returns the entry shown when nothing matches while the accounts of the portal are missing. */
function signInInstead(typed: string): FoundEntry {
  return {
    ...instead(typed),
    id: "sign-in-instead",
    title: "Sign in",
    detail: "Accounts of your portal are missing",
    verb: "Sign in",
    icon: "key",
    command: { name: "signIn" },
  };
}

/** Returns the entry shown when nothing matches. It searches AWS for names that are in no list yet. */
function findInstead(typed: string): FoundEntry {
  const search = searched(typed);
  return {
    ...instead(typed),
    id: "find-instead",
    title: `Find “${search}” in all accounts`,
    detail: "Secrets, databases, services, clusters and log groups",
    verb: "Find",
    icon: "account",
    command: { name: "openWindow", page: "everywhere", params: { search } },
  };
}

const nothingFits = (typed: string): string => `Nothing fits “${shortened(searched(typed), 50)}”`;

function instead(typed: string) {
  return { kind: "Kedge", matches: [], pinned: false, byTyping: true, section: nothingFits(typed) } as const;
}

/** Returns the shortcut of a key press in the notation of entries. */
function pressed(event: KeyboardEvent): string {
  const { shiftKey } = event;
  if (withCommand(event, shiftKey)) return `Mod+${shiftKey ? "Shift+" : ""}${letterOf(event) || event.key}`;
  if (event.ctrlKey || event.metaKey) return "";
  return `${event.altKey ? "Alt+" : ""}${event.shiftKey ? "Shift+" : ""}${event.key}`;
}

/** Returns the command of a key for an entry; undefined for none, null for one that is not available now. */
function commandOf(entry: FoundEntry, key: string): Command | null | undefined {
  return key === "Enter" ? entry.command : entry.more?.find(({ shortcut }) => shortcut === key)?.command;
}
