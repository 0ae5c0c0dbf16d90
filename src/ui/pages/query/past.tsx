import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PastQuery } from "../../../core/state/query_window.ts";
import type { past as pastQuery } from "../../../pages/query/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { useNow } from "../../page.ts";
import { ListFailure } from "../../parts/list_failure.tsx";
import {
  Button,
  Chooser,
  EmptyState,
  isRepeat,
  Kbd,
  Options,
  useOver,
  usePicking,
} from "../../system/mod.ts";
import { ago } from "../../text/format.ts";

/** Saved queries and the history of this server. Enter opens one in a tab, Ctrl+Enter also runs it. */
export function Past(
  { client, onOpen, onForget, onLeave }: {
    client: Client;
    onOpen: (past: PastQuery, run: boolean) => void;
    onForget: (past: PastQuery) => void;
    onLeave: () => void;
  },
): JSX.Element {
  const [typed, setTyped] = useState("");
  const over = useOver(onLeave);
  const now = useNow(true, 60_000);
  const found = useRows<typeof pastQuery>(client, "past", { search: typed }, { count: 200 });
  // A statement that has just run moves above the selected one.
  const picking = usePicking(found, { keyOf: ({ id }) => id, question: typed, typed: true });
  const { at: active } = picking;
  return (
    <Chooser
      id="past"
      label="Saved queries and history"
      find="Find what was run"
      typed={typed}
      picking={picking}
      {...over}
      onType={setTyped}
      onKey={(event) => {
        const row = found.rows[active];
        if (event.key === "Enter") {
          const run = event.ctrlKey || event.metaKey;
          if (!isRepeat(event)) void picking.taken().then((row) => row && onOpen(row, run));
        } else if (!row) return false;
        else if (event.key === "Delete" && event.shiftKey) {
          if (isRepeat(event)) return true;
          onForget(row);
          // Select the next one, which takes its place.
          picking.pick(active + 1 < found.rows.length ? active + 1 : Math.max(active - 1, 0));
        } else return false;
        return true;
      }}
      onLeave={onLeave}
      foot={
        <div class="bar foot past-foot">
          <span class="row quiet small grow past-keys">
            <span>
              Open <Kbd keys="Enter" />
            </span>
            <span>
              Run again <Kbd keys="Mod+Enter" />
            </span>
            <span>
              Forget <Kbd keys="Shift+Delete" />
            </span>
          </span>
          <Button compact onClick={onLeave}>Close</Button>
        </div>
      }
    >
      <ListFailure found={found} small />
      {found.state === "empty"
        ? <EmptyState small title={typed === "" ? "Nothing was run here yet" : `Nothing fits “${typed}”`} />
        : (
          <Options
            id="past"
            label="Saved queries and history"
            items={found.rows}
            active={active}
            itemKey={({ id }) => id}
            onPick={(row) => onOpen(row, false)}
            onPoint={picking.pick}
            render={({ name, title, at }) => (
              <>
                {name !== undefined && <strong class="cut">{name}</strong>}
                <span class={`mono cut grow${name === undefined ? "" : " quiet"}`}>{title}</span>
                <span class="quiet small numbers">{name === undefined ? ago(at, now) : "saved"}</span>
              </>
            )}
          />
        )}
    </Chooser>
  );
}
