/** A page for tests of the page's side: puts its client, its sockets and its log lines where a test finds them. */
import { connect, reportErrors } from "../../src/ui/client/mod.ts";

const sockets: WebSocket[] = [];
const Native = WebSocket;
class Recorded extends Native {
  constructor(address: string | URL) {
    super(address);
    sockets.push(this);
  }
}
Object.assign(globalThis, { WebSocket: Recorded });

const client = connect();
reportErrors(client);
const lines: string[] = [], statuses: string[] = [];
client.log((more) => lines.push(...more.map(({ text }) => text)));
client.status.subscribe(() => statuses.push(client.status.get()));
const early = client.send({ name: "quit" });
Object.assign(globalThis, { client, sockets, lines, statuses, early });
