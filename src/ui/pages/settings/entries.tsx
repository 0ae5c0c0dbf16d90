import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { asEntry, type ListEntry, type ListName } from "../../../core/config/document.ts";
import type { fileEntries, FileEntry } from "../../../pages/file_lists.ts";
import { useRows } from "../../client/mod.ts";
import { ListFailure } from "../../parts/list_failure.tsx";
import {
  Button,
  EmptyState,
  focusFirstRow,
  List,
  Row,
  SearchField,
  Skeleton,
  Tool,
} from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import type { Editing } from "./editing.ts";
import { EntryEditor } from "./entry.tsx";
import { hasProblem, type SectionInfo } from "./sections.ts";
import { Summary } from "./summary.tsx";

/** Number of entries from which a search field is shown. */
const SEARCH_FROM = 9;
/** Maximum rows shown. Users find the others by searching. */
const SHOWN = 100;

const EMPTY: Readonly<Record<ListName, readonly [title: string, text: string]>> = {
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

/** One list of the file: its entries in order, to open, move and remove, and the form of the open entry. */
export function Entries(
  { section, editing, above, children }: {
    section: SectionInfo;
    editing: Editing;
    /** Shown above the list; below the message of an empty list. */
    above?: JSX.Element;
    /** Shown below the list, and below the form with the entry as it would be saved and its index. */
    children?: (draft?: { readonly at: number; readonly rule: ListEntry }) => JSX.Element;
  },
): JSX.Element {
  const key = section.entry!.list;
  const noun = section.entry!.noun;
  const size = editing.sizes[key];
  const [open, setOpen] = useState<Pick<FileEntry, "index"> & Partial<FileEntry> | null>(null);
  const [search, setSearch] = useState("");
  const rows = useRef<HTMLDivElement>(null);
  const found = useRows<typeof fileEntries>(editing.client, "entries", { list: key, search }, {
    count: SHOWN,
  });
  /** An entry that was just moved or saved. Keys at its index are about this entry until its row is rendered again. */
  const put = useRef<{ readonly entry: FileEntry; readonly over: string } | null>(null);
  /** The rows at the time of a removal. A further Delete with the same rows is ignored. */
  const removedFrom = useRef<readonly FileEntry[] | null>(null);
  const textOf = (row: Partial<FileEntry> | undefined) => JSON.stringify(row?.raw) ?? "";
  const rowAt = (index: number) => found.rows.find((row) => row.index === index);
  const stillOver = ({ entry, over }: NonNullable<typeof put.current>) => {
    const row = rowAt(entry.index);
    return row === undefined || textOf(row) === over;
  };
  if (put.current && !stillOver(put.current)) put.current = null;
  const meantAt = (row: FileEntry) => put.current?.entry.index === row.index ? put.current.entry : row;
  /** Rows keep their places while entries move, so the focus is set by place. */
  const focusRow = (place: number) =>
    rows.current?.querySelector<HTMLElement>(`[data-place="${place}"] .row-main`)?.focus();
  const addButton = useRef<HTMLButtonElement>(null);
  /** The entry whose form was left, as it was before and after. */
  const left = useRef<readonly string[] | null>(null);
  useLayoutEffect(() => {
    const texts = left.current;
    if (open !== null || texts === null) return;
    left.current = null;
    // Focus the same entry again, because Delete at another row would remove another entry.
    const place = found.rows.findIndex((row) => texts.includes(textOf(row)));
    if (place >= 0) focusRow(place);
    else addButton.current?.focus();
  }, [open]);
  if (open !== null) {
    return (
      <EntryEditor
        key={`${key}-${open.index}`}
        list={key}
        noun={noun}
        index={open.index}
        raw={open.raw}
        editing={editing}
        onDone={(saved) => {
          if (saved !== undefined) {
            put.current = { entry: { known: null, ...open, raw: saved }, over: textOf(open) };
          }
          left.current = [textOf(open), textOf({ raw: saved })];
          setOpen(null);
        }}
      >
        {children && ((rule) => children({ at: open.index, rule }))}
      </EntryEditor>
    );
  }
  const add = (
    <Button
      icon="plus"
      buttonRef={addButton}
      disabled={editing.locked}
      onClick={() => setOpen({ index: size })}
    >
      {`Add ${noun}`}
    </Button>
  );
  /** Other programs have no rules to import. */
  const importButton = key !== "envRules" && (
    <Button onClick={() => void editing.client.send({ name: "openWindow", page: "import" })}>Import…</Button>
  );
  if (size === 0) {
    const [title, text] = EMPTY[key];
    const empty = <EmptyState icon={section.icon} title={title} text={text}>{add}{importButton}</EmptyState>;
    return above ? <div class="column">{empty}{above}</div> : empty;
  }
  // Among the found entries a move would change the order with entries that are not shown.
  const fixed = editing.locked || search.trim() !== "";
  const move = (row: FileEntry, to: number) => {
    if (fixed || to < 0 || to >= size) return;
    const { index, raw } = row;
    const mine = put.current = { entry: { ...row, index: to }, over: textOf(rowAt(to)) };
    void editing.move([key, index], to, raw).then((done) => {
      if (!done && put.current === mine) put.current = null;
    });
    focusRow(to);
  };
  const remove = ({ index, raw }: FileEntry, place: number) => {
    if (editing.locked || removedFrom.current === found.rows) return;
    removedFrom.current = found.rows;
    put.current = null;
    void editing.save([key, index], undefined, raw).then((done) => done || (removedFrom.current = null));
    focusRow(found.more ? place : Math.min(place, found.rows.length - 2));
  };
  return (
    <div class="column entries" ref={rows}>
      {above}
      {(size >= SEARCH_FROM || search !== "") && (
        <SearchField
          value={search}
          onInput={setSearch}
          label={`Search ${count(size, noun)}`}
          onRows={() => focusFirstRow(rows, found)}
        />
      )}
      <List label={section.label}>
        {found.rows.map((row, place) => (
          <div
            key={place}
            role="presentation"
            data-place={place}
            onKeyDown={(event) => {
              const by = event.altKey && event.key === "ArrowUp"
                ? -1
                : event.altKey && event.key === "ArrowDown"
                ? 1
                : 0;
              if (by !== 0) move(meantAt(row), row.index + by);
              else if (event.key === "Delete") remove(meantAt(row), place);
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}
          >
            <Row
              verb="Edit"
              onRun={() => setOpen(meantAt(row))}
              tools={
                <>
                  <Tool
                    icon="up"
                    label="Move up (Alt+↑)"
                    alone="Move up"
                    shortcut="Alt+ArrowUp"
                    disabled={fixed || row.index === 0}
                    onClick={() => move(meantAt(row), row.index - 1)}
                  />
                  <Tool
                    icon="down"
                    label="Move down (Alt+↓)"
                    alone="Move down"
                    shortcut="Alt+ArrowDown"
                    disabled={fixed || row.index === size - 1}
                    onClick={() => move(meantAt(row), row.index + 1)}
                  />
                  <Tool
                    icon="trash"
                    label="Remove (Delete)"
                    alone="Remove"
                    shortcut="Delete"
                    disabled={editing.locked}
                    onClick={() => remove(meantAt(row), place)}
                  />
                </>
              }
            >
              <Summary
                list={key}
                entry={asEntry(row.raw)}
                known={row.known}
                wrong={hasProblem([key, row.index], editing.diagnostics)}
              />
            </Row>
          </div>
        ))}
      </List>
      {found.state === "loading" && <Skeleton rows={3} />}
      <ListFailure found={found} small />
      {found.state === "empty" && <p class="quiet small">Nothing has “{search}” in it.</p>}
      {found.more && (
        <p class="quiet small">
          {`${SHOWN} of ${count(found.total ?? size, noun)} are shown: type to find the others.`}
        </p>
      )}
      <div class="row">{add}{importButton}</div>
      {children?.()}
    </div>
  );
}
