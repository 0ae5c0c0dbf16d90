import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { ServerState } from "../../../core/state/state.ts";
import type { RowsView } from "../../client/mod.ts";
import { ListFailure } from "../../parts/list_failure.tsx";
import { ServerRow } from "../../parts/server_row.tsx";
import { Button, EmptyState, List, ListPart, Section, Tool } from "../../system/mod.ts";
import { MoreRows } from "./accounts.tsx";

/** The SQL servers of the configuration. */
export function ServerList(
  { found, question, send, onMore }: {
    found: RowsView<ServerState>;
    /** The typed text that found these servers. */
    question: string;
    send: (command: Command) => void;
    onMore: () => void;
  },
): JSX.Element | null {
  const { rows } = found;
  if (found.failure) return <ListFailure found={found} small />;
  if (found.state === "loading" || (rows.length === 0 && question.trim() !== "")) return null;
  const add = () => send({ name: "openWindow", page: "server" });
  return (
    <section>
      <List label="Servers" parted>
        {rows.length === 0
          ? <Section title="Servers" />
          : (
            <Section title="Servers" count={found.total ?? rows.length}>
              <Tool icon="plus" label="Add server" onClick={add} />
            </Section>
          )}
        {rows.length === 0 && (
          <EmptyState
            small
            title="No servers yet"
            text="Databases that you own: test and query them from here."
          >
            <Button compact onClick={add}>Add server</Button>
            <Button compact onClick={() => send({ name: "openWindow", page: "import" })}>Import…</Button>
          </EmptyState>
        )}
        {rows.length > 0 && (
          <ListPart label="Servers">
            {rows.map((server) => (
              <ServerRow key={server.name} server={server} typed={question} send={send} />
            ))}
          </ListPart>
        )}
        <MoreRows what="servers" found={found} onMore={onMore} />
      </List>
    </section>
  );
}
