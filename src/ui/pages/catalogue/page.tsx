import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CatalogueModel, entries } from "../../../pages/catalogue/page.ts";
import { ListFailure } from "../../parts/list_failure.tsx";
import { pickedId, PickingList, useListPicking } from "../../parts/picking.tsx";
import { type PageProps, useSender } from "../../page.ts";
import {
  Button,
  EmptyState,
  Notice,
  Pill,
  plain,
  SearchField,
  Skeleton,
  useEscape,
} from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import { Visible } from "../../text/visible.tsx";
import { AddCatalogue } from "./add.tsx";
import { Detail, type EntryRow, VERBS } from "./detail.tsx";
import { Sources } from "./sources.tsx";

/** The extensions in the team's catalogues and what each can do, before any is downloaded. */
export default function CataloguePage({ model, client }: PageProps<CatalogueModel>): JSX.Element {
  const { window, catalogues } = model;
  const sender = useSender(client);
  const [typed, setTyped] = useState("");
  const [adding, setAdding] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const reading = catalogues.some(({ status }) => status === "reading");
  const list = useListPicking<typeof entries>(client, "entries", { search: typed }, {
    keyOf,
    typed: true,
    waits: typed.trim() !== "",
  });
  const picked = list.found.rows[list.at - list.found.from];
  useLayoutEffect(() => field.current?.focus(), [window.raised]);
  const install = (row: EntryRow | undefined) => {
    if (row && VERBS[row.state] !== undefined) {
      void sender.send({ name: "installFromCatalogue", address: row.address, extension: row.id });
    }
  };
  useEscape(() => {
    if (adding) setAdding(false);
    else void client.send({ name: "closeWindow", window: window.id });
  });
  const verb = picked && VERBS[picked.state];
  return (
    <div class="window catalogue">
      <header class="bar top">
        <span class="grow">
          <SearchField
            label="Find in the catalogues"
            placeholder="Name of an extension"
            value={typed}
            inputRef={field}
            controls={list.count > 0 ? "entries" : undefined}
            active={pickedId("entries", list)}
            onInput={(text) => {
              setTyped(text);
              list.begin();
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !plain(event)) return;
              if (event.key === "Enter") void list.taken().then(install);
              else if (!list.step(event)) return;
              event.preventDefault();
            }}
          />
        </span>
        {/* Not by the sender: a slow catalogue would make every other button busy. */}
        <Button busy={reading} onClick={() => void client.send({ name: "refreshCatalogues" })}>
          Refresh
        </Button>
        <Button icon="plus" onClick={() => setAdding(!adding)}>Add a catalogue…</Button>
      </header>
      {adding && <AddCatalogue sender={sender} onDone={() => setAdding(false)} />}
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      <Sources catalogues={catalogues} sender={sender} />
      {list.count > 0 && <ListFailure found={list.found} />}
      {catalogues.length === 0
        ? (
          <EmptyState
            icon="extension"
            title="No catalogue yet"
            text="A team puts its extensions into a catalogue: a git repository, a web address or a folder of S3, signed with SSH keys."
          >
            <Button kind="marked" onClick={() => setAdding(true)}>Add a catalogue…</Button>
          </EmptyState>
        )
        : list.count === 0
        ? list.found.failure
          ? <ListFailure found={list.found} />
          : list.found.state === "loading" || reading && typed === ""
          ? <Skeleton rows={8} />
          : (
            <EmptyState
              icon="search"
              title={typed === "" ? "Nothing to install yet" : `No extension fits “${typed}”`}
            />
          )
        : (
          <div class="catalogue-body">
            <PickingList id="entries" label="Extensions" picking={list} row={(row) => <Entry row={row} />} />
            {picked && <Detail key={keyOf(picked)} row={picked} client={client} />}
          </div>
        )}
      <footer class="bar foot">
        <span class="grow small quiet numbers" role="status">
          {list.count > 0 && count(list.count, "extension")}
          {model.updates > 0 && ` · ${count(model.updates, "update")}`}
        </span>
        {verb !== undefined && (
          <Button
            kind="marked"
            shortcut="Enter"
            busy={sender.busy}
            onClick={() => install(picked)}
          >
            {verb}
          </Button>
        )}
      </footer>
    </div>
  );
}

const keyOf = ({ address, id }: EntryRow): string => JSON.stringify([address, id]);

/** Returns the versions of a row as text. */
function versionWords({ state, installed, newest, withdrawn }: EntryRow): string {
  if (withdrawn !== undefined) return `${installed} · withdrawn`;
  if (state === "update" || state === "rests") return `${installed} → ${newest}`;
  if (state === "current") return `${installed} · installed`;
  return newest ?? "none";
}

function Entry({ row }: { row: EntryRow }): JSX.Element {
  return (
    <span class="row grow">
      <span class="cut catalogue-name">
        <Visible text={row.name} />
      </span>
      <span class="grow small quiet cut">
        {row.can.length > 0 ? `can ${row.can.join(", ")}` : "stays within its dialogs"}
      </span>
      {row.newly.length > 0 && <Pill tone="caution">can do more now</Pill>}
      <span class={`small numbers ${row.withdrawn === undefined ? "quiet" : "danger-text"}`}>
        <Visible text={versionWords(row)} />
      </span>
    </span>
  );
}
