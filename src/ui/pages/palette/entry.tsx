import type { JSX } from "preact";
import type { FoundEntry } from "../../../core/find/rows.ts";
import { iconUrl } from "../../client/mod.ts";
import { DevPill } from "../../parts/dev_pill.tsx";
import { DrawnOf, EnvPill, Icon, Kbd, Picture, Pill } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";

/** Runs end, and what is worked on goes: nothing of them stays. What is found by typing is not in the list without. */
export function pinnable({ kind, developed, byTyping }: FoundEntry): boolean {
  return kind !== "Running" && !developed && !byTyping;
}

/** An entry in the list: letters and arrows come while it stays as it is. */
export function EntryRow({ entry, active }: { entry: FoundEntry; active: boolean }): JSX.Element {
  return <DrawnOf of={[entry, active]} draw={() => entryParts(entry, active)} />;
}

function entryParts(entry: FoundEntry, active: boolean): JSX.Element {
  const { picture } = entry;
  return (
    <>
      {picture === undefined
        ? <Icon name={entry.icon} />
        : <Picture address={iconUrl("extension", picture.extension, picture.path)} fallback={entry.icon} />}
      <span class="cut palette-title">
        <Marked text={entry.title} matches={entry.matches} />
      </span>
      <span class="quiet small cut grow">{entry.detail}</span>
      {entry.blocked !== undefined && <Pill tone="danger">{entry.blocked}</Pill>}
      {entry.pinned && (
        <span class="row quiet" role="img" aria-label="Pinned">
          <Icon name="star" />
        </span>
      )}
      {entry.keys !== undefined && <Kbd keys={entry.keys} />}
      {entry.developed && <DevPill />}
      <EnvPill env={entry.env ?? null} />
      <span class="quiet small palette-kind">
        {active && entry.command
          ? (
            <span class="row">
              {entry.verb}
              <Kbd keys="Enter" />
            </span>
          )
          : entry.headed
          ? null
          : entry.kind}
      </span>
    </>
  );
}

/** What the keys do with the selected row. */
export function EntryFoot({ entry, text }: { entry: FoundEntry; text: string }): JSX.Element {
  return (
    <div class="palette-foot small quiet">
      <span class="numbers grow" aria-hidden="true">{text}</span>
      {entry.more?.map((more) => (
        <span class="row" key={more.label}>
          {more.label}
          <Kbd keys={more.shortcut} />
        </span>
      ))}
      {pinnable(entry) && (
        <span class="row">
          {entry.pinned ? "Unpin" : "Pin"}
          <Kbd keys="Mod+P" />
        </span>
      )}
    </div>
  );
}
