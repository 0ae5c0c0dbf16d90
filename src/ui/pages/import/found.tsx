import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { FoundSource, FoundThing } from "../../../core/app/features/imports/imports.ts";
import { focusFirstRow, List, ListPart, SearchField, Section, Tool } from "../../system/mod.ts";
import { count } from "../../text/format.ts";

/** Number of found entries from which a search field is shown. */
const SEARCH_FROM = 12;
/** Maximum rows shown of one program. Users find the others by searching. */
const SHOWN = 100;

/** Returns the ids of the entries that are not in config.json yet. */
export function newIn(sources: readonly FoundSource[]): string[] {
  return sources.flatMap(({ things }) => things).filter(({ why }) => why === "").map(({ id }) => id);
}

/** The found entries of each program to choose from. Entries that exist already or cannot be read have their reason. */
export function FoundList(
  { sources, chosen, onChoose }: {
    sources: readonly FoundSource[];
    chosen: ReadonlySet<string>;
    onChoose: (chosen: ReadonlySet<string>) => void;
  },
): JSX.Element {
  const [search, setSearch] = useState("");
  const rows = useRef<HTMLDivElement>(null);
  const has = ({ things, left, remarks }: FoundSource) => things.length + left.length + remarks.length > 0;
  const there = sources.filter((source) => source.files.length > 0 && has(source));
  const without = sources.filter((source) => !there.includes(source));
  const total = sources.reduce((sum, { things }) => sum + things.length, 0);
  const choose = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onChoose(next);
  };
  return (
    <>
      {total >= SEARCH_FROM && (
        <SearchField
          value={search}
          onInput={setSearch}
          label={`Search ${count(total, "thing")}`}
          onRows={() => focusFirstRow(rows)}
        />
      )}
      <div ref={rows}>
        <List label="What was found" parted>
          {there.map((source, at) => (
            <SourcePart
              key={source.id}
              source={source}
              search={search}
              chosen={chosen}
              first={at === there.findIndex(({ things }) => things.some(({ why }) => why === ""))}
              onChoose={choose}
            />
          ))}
        </List>
      </div>
      {without.length > 0 && (
        <p class="quiet small words">
          Nothing of {without.map(({ title }) => title).join(", ")}.
        </p>
      )}
    </>
  );
}

function SourcePart(
  { source, search, chosen, first, onChoose }: {
    source: FoundSource;
    search: string;
    chosen: ReadonlySet<string>;
    /** Whether the focus starts in this part. */
    first: boolean;
    onChoose: (ids: readonly string[], on: boolean) => void;
  },
): JSX.Element {
  const { title, files, things, left, remarks } = source;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = things.filter((thing) => {
    const text = `${thing.name} ${detail(thing)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const fresh = newIn([{ ...source, things: matching }]);
  const all = fresh.length > 0 && fresh.every((id) => chosen.has(id));
  const rows = matching.slice(0, SHOWN);
  const start = first ? rows.find(({ why }) => why === "") : undefined;
  return (
    <>
      <Section title={title} count={things.length}>
        {fresh.length > 1 && (
          <Tool onClick={() => onChoose(fresh, !all)}>
            {all ? `Choose none of ${title}` : `Choose all of ${title}`}
          </Tool>
        )}
      </Section>
      {files.join() !== title && <p class="quiet small words import-file">{files.join(", ")}</p>}
      {rows.length > 0 && (
        <ListPart label={title}>
          {rows.map((thing) => (
            <ThingRow
              key={thing.id}
              thing={thing}
              on={chosen.has(thing.id)}
              focused={thing === start}
              onChoose={(on) => onChoose([thing.id], on)}
            />
          ))}
        </ListPart>
      )}
      {matching.length > rows.length && (
        <p class="quiet small import-file">
          {count(matching.length - rows.length, "more is", "more are")} found by searching.
        </p>
      )}
      {words.length === 0 && left.length > 0 && (
        <ul class="import-left quiet small" aria-label={`What ${title} has and Kedge does not take`}>
          {left.slice(0, SHOWN).map(({ name, why }, at) => (
            <li key={at} class="words">Not taken · {name || "One without a name"}: {why}</li>
          ))}
          {left.length > SHOWN && <li>{left.length - SHOWN} more</li>}
        </ul>
      )}
      {words.length === 0 &&
        remarks.map((remark) => <p key={remark} class="quiet small words import-file">{remark}.</p>)}
    </>
  );
}

function ThingRow(
  { thing, on, focused, onChoose }: {
    thing: FoundThing;
    on: boolean;
    focused: boolean;
    onChoose: (on: boolean) => void;
  },
): JSX.Element {
  const notice = (
    <span class="grow">
      <span class="words">{thing.kind === "portal" ? `Portal ${thing.name}` : thing.name}</span>
      <span class="quiet small words import-detail">{detail(thing)}</span>
    </span>
  );
  return (
    <div class="list-row" role="listitem" data-row>
      {thing.why === ""
        ? (
          <label class="choice grow">
            <input
              type="checkbox"
              data-focus={focused || undefined}
              checked={on}
              onInput={(event) => onChoose(event.currentTarget.checked)}
            />
            {notice}
          </label>
        )
        : <div class="choice grow import-there">{notice}</div>}
      <span class="quiet small words import-why">{thing.why || "new"}</span>
    </div>
  );
}

function detail({ kind, at, user, via, password }: FoundThing): string {
  return [
    kind === "account" ? `account, ${at}` : at,
    user && `user ${user}`,
    via && `by ${via}`,
    password && "password into the keychain",
  ].filter(Boolean).join(" · ");
}
