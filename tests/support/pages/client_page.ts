/** A page for tests of the client: puts the client, its sockets and its log lines where a test finds them. */
import type { LogLine } from "../../../src/core/state/state.ts";
import { connectPage, reportErrors } from "../../../src/ui/client/mod.ts";
import { createRowList } from "../../../src/ui/client/row_list.ts";

const sockets: WebSocket[] = [];
const Native = WebSocket;
class Recorded extends Native {
  constructor(address: string | URL) {
    super(address);
    sockets.push(this);
  }
}
Object.assign(globalThis, { WebSocket: Recorded });

const client = connectPage();
reportErrors(client);
const statuses: string[] = [];
let lines: string[] = [];
const log = createRowList<LogLine>(client, () => {
  lines = log.get().rows.map(({ text }) => text);
  Object.assign(globalThis, { lines });
});
log.ask({ name: "log", params: {}, from: 0, count: 1000, live: true });
client.status.subscribe(() => statuses.push(client.status.get()));
const early = client.send({ name: "quit" });
Object.assign(globalThis, { client, sockets, lines, log, statuses, early });
