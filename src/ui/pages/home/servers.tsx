import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { ServerState } from "../../../core/state/state.ts";
import { ServerRow } from "../../parts/server_row.tsx";
import { Button, EmptyState, List, ListPart, Section } from "../../system/mod.ts";

/** The SQL servers of the configuration. */
export function ServerList(
  { servers, filtered, send }: {
    servers: readonly ServerState[];
    filtered: boolean;
    send: (command: Command) => void;
  },
): JSX.Element | null {
  if (servers.length === 0 && filtered) return null;
  const add = () => send({ name: "openWindow", page: "server" });
  return (
    <section>
      <List label="Servers" parted>
        <Section title="Servers" count={servers.length}>
          <Button kind="bare" compact icon="plus" label="Add server" onClick={add} />
        </Section>
        {servers.length === 0 && (
          <EmptyState
            small
            title="No servers yet"
            text="Databases that you own: test and query them from here."
          >
            <Button compact onClick={add}>Add server</Button>
          </EmptyState>
        )}
        {servers.length > 0 && (
          <ListPart label="Servers">
            {servers.map((server) => <ServerRow key={server.name} server={server} send={send} />)}
          </ListPart>
        )}
      </List>
    </section>
  );
}
