import type { JSX } from "preact";
import type { FoundEntry } from "../../../core/find/rows.ts";
import { iconUrl } from "../../client/mod.ts";
import { DevPill } from "../../parts/dev_pill.tsx";
import { DrawnOf, EnvPill, Icon, Kbd, Picture, Pill } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";

/**
 * Whether an entry can be pinned. Runs and extensions under development disappear, and entries found only by
 * typing are not in the list without text.
 */
export function pinnable({ kind, developed, byTyping }: FoundEntry): boolean {
  return kind !== "Running" && !developed && !byTyping;
}

/**
 * A row of the list. It renders again only when its entry or its selection changes, because letters and arrow
 * keys render the list often.
 */
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

/** The shortcuts for the selected row. */
export function EntryFoot({ entry, text }: { entry: FoundEntry; text: string }): JSX.Element {
  return (
    <div class="row palette-foot small quiet">
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
