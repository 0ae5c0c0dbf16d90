import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Json } from "../../../core/json/node.ts";
import type { accounts } from "../../../pages/lists.ts";
import type { accountsById } from "../../../pages/settings/page.ts";
import { useRows } from "../../client/mod.ts";
import { Button, EmptyState, List, Row, SearchField } from "../../system/mod.ts";
import { entriesOf, type ListEntry } from "../../../core/config/document.ts";
import { count } from "../../text/format.ts";
import type { Editing } from "./editing.ts";
import { EntryEditor } from "./entry.tsx";
import { hasProblem, type SectionInfo } from "./sections.ts";
import { matches, Summary } from "./summary.tsx";
import { typedText } from "../../parts/entry/values.ts";

/** From this many entries on there is a search field. */
const SEARCH_FROM = 9;
/** More rows than this are for searching, not for looking through. */
const SHOWN = 100;
/** Accounts that are looked for by their names at most. */
const MOST = 500;

const EMPTY: Readonly<Record<string, readonly [title: string, text: string]>> = {
  accounts: [
    "No accounts yet",
    "Accounts listed here stand in the menu, with their secrets and clusters at hand.",
  ],
  envRules: [
    "No rules yet",
    "Rules give accounts an environment by their name or email: prd, stg, dev or your own.",
  ],
  servers: [
    "No servers yet",
    "SQL servers of your own, with a place in the menu. Passwords are kept in the keychain.",
  ],
};

/** One of the file's lists: its entries in order, to open, move and remove, and the form of the open one. */
export function Entries(
  { section, editing, children }: {
    section: SectionInfo;
    editing: Editing;
    /** Stands below the list, and below the form with the list as it would be. */
    children?: (entries: readonly ListEntry[]) => JSX.Element;
  },
): JSX.Element {
  const key = section.keys[0]!;
  const [open, setOpen] = useState<number | null>(null);
  const [search, setSearch] = useState("");
  const rows = useRef<HTMLDivElement>(null);
  const entries = entriesOf(editing.root, key);
  const noun = section.entry ?? "entry";
  const isAccounts = key === "accounts";
  const byName = useRows<typeof accounts>(editing.client, "accounts", { search }, {
    count: isAccounts && search.trim() !== "" ? MOST : 0,
  });
  const named = new Set(byName.rows.map(({ accountId }): Json => accountId));
  const found = [...entries.entries()].filter(([, entry]) =>
    matches(entry, search) || named.has(entry.accountId ?? null)
  );
  const ids = isAccounts ? found.slice(0, SHOWN).map(([, entry]) => typedText(entry.accountId)) : [];
  const known = useRows<typeof accountsById>(editing.client, "accountsById", { ids }, { count: ids.length });
  if (open !== null) {
    return (
      <EntryEditor
        key={`${key}-${open}`}
        list={key}
        noun={noun}
        index={Math.min(open, entries.length)}
        entry={entries[open]}
        editing={editing}
        onDone={() => setOpen(null)}
      >
        {children && ((draft) => children(entries.toSpliced(open, 1, draft)))}
      </EntryEditor>
    );
  }
  const add = (
    <Button icon="plus" disabled={editing.locked} onClick={() => setOpen(entries.length)}>
      {`Add ${noun}`}
    </Button>
  );
  if (entries.length === 0) {
    const [title, text] = EMPTY[key] ?? ["Nothing yet", ""];
    return <EmptyState icon={section.icon} title={title} text={text}>{add}</EmptyState>;
  }
  const move = (from: number, to: number) => {
    const raw = editing.root[key];
    if (editing.locked || !Array.isArray(raw) || to < 0 || to >= raw.length) return;
    void editing.move([key, from], to, raw[from] as Json);
    focusRow(to);
  };
  const remove = (index: number) => {
    const raw = editing.root[key];
    if (editing.locked || !Array.isArray(raw)) return;
    void editing.save([key, index], undefined, raw[index] as Json);
    focusRow(index === raw.length - 1 ? index - 1 : index);
  };
  /** Rows keep their places while entries move, so the focus follows by place. */
  const focusRow = (index: number) =>
    rows.current?.querySelector<HTMLElement>(`[data-index="${index}"] .row-main`)?.focus();
  return (
    <div class="column entries" ref={rows}>
      {entries.length >= SEARCH_FROM && (
        <SearchField value={search} onInput={setSearch} label={`Search ${count(entries.length, noun)}`} />
      )}
      <List label={section.label}>
        {found.slice(0, SHOWN).map(([index, entry]) => (
          <div
            key={index}
            role="presentation"
            data-index={index}
            onKeyDown={(event) => {
              const by = event.altKey && event.key === "ArrowUp"
                ? -1
                : event.altKey && event.key === "ArrowDown"
                ? 1
                : 0;
              if (by !== 0) move(index, index + by);
              else if (event.key === "Delete") remove(index);
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}
          >
            <Row
              onRun={() => setOpen(index)}
              tools={
                <>
                  <Button
                    kind="bare"
                    compact
                    icon="up"
                    label="Move up (Alt+↑)"
                    disabled={editing.locked || index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <Button
                    kind="bare"
                    compact
                    icon="down"
                    label="Move down (Alt+↓)"
                    disabled={editing.locked || index === entries.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                  <Button
                    kind="bare"
                    compact
                    icon="trash"
                    label="Remove (Delete)"
                    disabled={editing.locked}
                    onClick={() => remove(index)}
                  />
                </>
              }
            >
              <Summary
                list={key}
                entry={entry}
                known={known.rows.find(({ accountId }) => accountId === entry.accountId)}
                wrong={hasProblem([key, index], editing.diagnostics)}
              />
            </Row>
          </div>
        ))}
      </List>
      {found.length === 0 && <p class="quiet small">Nothing has “{search}” in it.</p>}
      {found.length > SHOWN && (
        <p class="quiet small">
          {`${SHOWN} of ${count(found.length, noun)} are shown: type to find the others.`}
        </p>
      )}
      <div class="row">{add}</div>
      {children?.(entries)}
    </div>
  );
}
