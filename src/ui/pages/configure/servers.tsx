import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { reachedAt } from "../../../core/sql/engines/mod.ts";
import type { servers } from "../../../pages/lists.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { focusFirstRow, SearchField, useRoving } from "../../system/mod.ts";
import { CheckBox } from "../../parts/check_box.tsx";
import { ListFailure } from "../../parts/list_failure.tsx";
import { count } from "../../text/format.ts";
import type { Ticked } from "./values.ts";

/** Maximum servers listed. Users find the others by searching. */
const SHOWN = 20;

/** The servers that the action may write to. It may write to none until the user ticks one here. */
export function ServerFields(
  { client, write, onTick }: {
    client: Pick<Client, "query">;
    write: Ticked;
    /** `at` is the address of the ticked server; null when it is unticked. */
    onTick: (server: string, at: string | null) => void;
  },
): JSX.Element | null {
  const [search, setSearch] = useState("");
  const found = useRows<typeof servers>(client, "servers", { search }, { count: SHOWN });
  const [first] = useState(write);
  const rows = useRef<HTMLDivElement>(null);
  /** Whether there are so many servers that a search field is shown. It stays while it is emptied. */
  const many = useRef(false);
  many.current ||= found.more;
  useRoving(rows);
  const shown = new Map(found.rows.map((server) => [server.name, reachedAt(server)]));
  // Ticked servers stay visible even when they do not match the search.
  const elsewhere = [...new Map([...first, ...write])].filter(([name]) => !shown.has(name));
  const all = [...elsewhere, ...shown];
  if (all.length === 0 && search === "" && !found.failure) return null;
  return (
    <section class="column loose" aria-label="Servers">
      <h2 class="part-title">May write to</h2>
      <p class="quiet small">
        This action only reads from your servers, unless you tick one. Functions that a privileged role may
        call can still have effects: for reading, a login that may only read is the surest guard.
      </p>
      {many.current && (
        <SearchField
          value={search}
          onInput={setSearch}
          label="Find a server"
          onRows={() => focusFirstRow(rows, found)}
        />
      )}
      <div class="choices" ref={rows}>
        {all.map(([name, at]) => (
          <div key={name} data-row>
            <CheckBox
              name={`write.${name}`}
              label={`${name} · ${at}`}
              on={write.has(name)}
              onChange={(on) => onTick(name, on ? at : null)}
            />
          </div>
        ))}
      </div>
      {found.more && (
        <p class="quiet small">
          {`${SHOWN} of ${count(found.total ?? 0, "server")} are shown: type to find the others.`}
        </p>
      )}
      <ListFailure found={found} small />
      {found.state === "empty" && search !== "" && (
        <p class="quiet small" role="status">Nothing fits “{search}”.</p>
      )}
    </section>
  );
}
