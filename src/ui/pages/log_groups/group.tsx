import type { ComponentChildren, JSX } from "preact";
import { groupOwner } from "../../../core/resources/kinds/log_groups/owner.ts";
import type { LogGroupRow } from "../../../pages/log_groups/page.ts";
import { useNow } from "../../page.ts";
import { ResourceHead } from "../../parts/resources/window.tsx";
import { type Message, StatusMessage } from "../../parts/status_message.tsx";
import { Button, List, Row, Section, Tool } from "../../system/mod.ts";
import { ago, count, size } from "../../text/format.ts";

/** The details of one log group: what writes into it, its size and retention, and the groups chosen with it. */
export function GroupPane({ group, selected, message, onToggle, onClear, onFollow, onQuery }: {
  group: LogGroupRow;
  /** The groups chosen to be shown as one log. */
  selected: readonly string[];
  /** Why the last group was not added. */
  message: Message;
  onToggle: (name: string) => void;
  onClear: () => void;
  onFollow: () => void;
  onQuery: () => void;
}): JSX.Element {
  const { name, bytes, days, madeAt, storage } = group;
  const now = useNow(true, 60_000);
  const here = selected.includes(name);
  const owner = groupOwner(group);
  return (
    <>
      <ResourceHead what="Log group" name={name}>
        <span class="quiet small">{owner}</span>
        <StatusMessage message={message} />
      </ResourceHead>
      <section class="grow scroll" aria-label="Details">
        <List label="Log group">
          <Fact of="Stored">{bytes === undefined ? "AWS did not say" : `${size(bytes)}, compressed`}</Fact>
          <Fact of="Retention">{days === undefined ? "never expires" : count(days, "day")}</Fact>
          {storage !== undefined && <Fact of="Storage">{storage.toLowerCase().replaceAll("_", " ")}</Fact>}
          {madeAt !== undefined && <Fact of="Created">{ago(madeAt, now)}</Fact>}
        </List>
        {selected.length > 0 && (
          <>
            <Section title="Selected" count={selected.length} />
            <List label="Selected">
              {selected.map((one) => (
                <Row
                  key={one}
                  tools={<Tool icon="cross" label={`Deselect ${one}`} onClick={() => onToggle(one)} />}
                >
                  <span class="mono cut grow" title={one}>{one}</span>
                </Row>
              ))}
            </List>
          </>
        )}
      </section>
      <footer class="bar foot resource-foot">
        <Button kind="marked" icon="console" shortcut="Enter" onClick={onFollow}>
          {selected.length < 2 ? "Follow" : `Follow ${selected.length} as one`}
        </Button>
        <Button icon="search" shortcut="Mod+I" onClick={onQuery}>
          {selected.length < 2 ? "Query" : `Query ${selected.length}`}
        </Button>
        <span class="grow" />
        {selected.length > 0 && <Button compact alone="Clear the selection" onClick={onClear}>Clear</Button>}
        <Button
          compact
          alone={`${here ? "Deselect" : "Select"} this log group`}
          shortcut="Mod+B"
          onClick={() => onToggle(name)}
        >
          {here ? "Deselect" : "Select"}
        </Button>
      </footer>
    </>
  );
}

function Fact({ of, children }: { of: string; children: ComponentChildren }): JSX.Element {
  return (
    <Row>
      <span class="quiet small">{of}</span>
      <span class="grow numbers">{children}</span>
    </Row>
  );
}
