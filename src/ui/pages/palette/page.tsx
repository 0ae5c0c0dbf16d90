import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Command } from "../../../core/app/command.ts";
import type { PaletteModel } from "../../../pages/model.ts";
import { type PageProps, useSender } from "../../page.ts";
import {
  EnvPill,
  Icon,
  Kbd,
  movedIndex,
  Notice,
  optionId,
  Options,
  Picture,
  Pill,
  Section,
  withCommand,
} from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { type Entry, paletteEntries } from "./entries.ts";
import { rank, type Ranked } from "./rank.ts";

const kinds: Readonly<Record<Entry["kind"], string>> = {
  run: "Running",
  action: "Action",
  account: "Account",
  server: "Server",
  extension: "Extension",
  kedge: "Kedge",
};

/** Everything that can be done, found by typing; wholly by keyboard. */
export default function PalettePage({ model, client }: PageProps<PaletteModel>): JSX.Element {
  const { window } = model;
  const sender = useSender(client);
  const [typed, setTyped] = useState(window.params.filter ?? "");
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const entries = useMemo(() => paletteEntries(model), [model]);
  const shown = useMemo(() => rank(entries, typed), [entries, typed]);
  const active = Math.min(at, Math.max(0, shown.length - 1));
  const current = shown[active]?.entry;
  const close = () => void client.send({ name: "closeWindow", window: window.id });
  useLayoutEffect(() => {
    setTyped(window.params.filter ?? "");
    setAt(0);
    input.current?.focus();
    input.current?.select();
  }, [window.raised]);
  const perform = async (command: Command | null | undefined) => {
    if (!command || sender.busy) return;
    const result = await sender.send(command);
    if (result.ok) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedIndex(event.key, active, shown.length);
    const more = current?.more.find(({ shortcut }) => shortcut === pressed(event));
    if (next !== null) setAt(next);
    else if (event.key === "Escape") {
      if (typed === "") close();
      else type("");
    } else if (more) void perform(more.command);
    else if (event.key === "Enter") void perform(current?.command);
    else return;
    event.preventDefault();
  };
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
    sender.clear();
  };
  return (
    <div class="window palette">
      <div class="palette-field">
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
      <div class="scroll grow palette-list" onMouseDown={(event) => event.preventDefault()}>
        <Options
          id="palette-list"
          label="What can be done"
          items={shown}
          active={active}
          itemKey={({ entry }) => entry.id}
          onPick={({ entry }) => void perform(entry.command)}
          onPoint={setAt}
          before={({ section }, previous) =>
            section !== null && section !== previous?.section ? <Section title={section} /> : null}
          render={(ranked, isActive) => <EntryRow ranked={ranked} active={isActive} />}
        />
        {shown.length === 0 && (
          <div class="palette-none">
            <strong>Nothing fits “{typed}”</strong>
            <span class="quiet">Actions, accounts, servers, extensions and settings are searched.</span>
          </div>
        )}
      </div>
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {current && <Foot entry={current} count={shown.length} />}
    </div>
  );
}

/** The shortcut of a key press, written as entries write theirs. */
function pressed(event: KeyboardEvent): string {
  return withCommand(event) ? `Mod+${event.key}` : event.key;
}

function EntryRow({ ranked: { entry, places }, active }: { ranked: Ranked; active: boolean }): JSX.Element {
  return (
    <>
      {entry.picture === undefined
        ? <Icon name={entry.icon} />
        : <Picture address={entry.picture} fallback={entry.icon} />}
      <span class="cut palette-title">
        <Marked text={entry.title} places={places} />
      </span>
      <span class="quiet small cut grow">{entry.detail}</span>
      {entry.blocked !== undefined && <Pill tone="danger">{entry.blocked}</Pill>}
      <EnvPill env={entry.env} />
      <span class="quiet small palette-kind">
        {active && entry.command
          ? (
            <span class="row">
              {entry.verb}
              <Kbd keys="Enter" />
            </span>
          )
          : kinds[entry.kind]}
      </span>
    </>
  );
}

/** What the keys do with the selected row. */
function Foot({ entry, count }: { entry: Entry; count: number }): JSX.Element {
  return (
    <div class="palette-foot small quiet">
      <span class="numbers grow" role="status">{count} {count === 1 ? "result" : "results"}</span>
      {entry.more.map((more) => (
        <span class="row" key={more.label}>
          {more.label}
          <Kbd keys={more.shortcut} />
        </span>
      ))}
    </div>
  );
}
