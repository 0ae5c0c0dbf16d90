import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { ServerState } from "../../../core/state/state.ts";
import { ServerRow } from "../../parts/server_row.tsx";
import { Button, EmptyState, List, Section } from "../../system/mod.ts";

/** The SQL servers of the configuration. */
export function Servers(
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
      <List label="Servers">
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
        {servers.map((server) => <ServerRow key={server.name} server={server} send={send} />)}
      </List>
    </section>
  );
}
