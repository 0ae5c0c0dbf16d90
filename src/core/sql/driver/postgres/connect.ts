import type { Buffer } from "node:buffer";
import type { Connection, Open, Target } from "../connection.ts";
import { databaseOf } from "../../engines/mod.ts";
import { broken, DriverError } from "../errors.ts";
import { overSecondWire } from "../second_wire.ts";
import { createTurn, withSink } from "../turn.ts";
import type { Wire } from "../wire.ts";
import { Incoming } from "./incoming.ts";
import { cancelRequest, startup, terminate, tlsRequest } from "./outgoing.ts";
import { type Ready, runSimple, runStatement } from "./run.ts";
import { signInToPostgres } from "./sign_in.ts";
import { createUserTypes } from "./types.ts";

/** Maximum time of a polite end in ms; then the connection is cut. */
const GOODBYE = 200;

const TRANSACTION = { I: "none", T: "open", E: "failed" } as const;

/** Signs in to PostgreSQL or Redshift. */
export const openPostgres: Open = async ({ target, login, listener, wire }) => {
  await begin(wire, target);
  wire.send(startup({
    user: login.user,
    database: databaseOf(target) ?? login.user,
    client_encoding: "UTF8",
    application_name: "kedge",
  }));
  const incoming = new Incoming(wire, listener);
  await wire.need(1);
  // A server that begins otherwise is of another kind; say so.
  if (!"RENv".includes(String.fromCharCode(wire.buffer[wire.start]!))) throw foreign();
  await wire.need(5);
  if (wire.buffer.readInt32BE(wire.start + 1) > 65_536) throw foreign();
  await signInToPostgres(incoming, target, login, listener);
  let key: { process: number; secret: Buffer } | undefined;
  let ready: Ready = "I";
  for (let type = ""; type !== "Z";) {
    type = await incoming.next();
    if (type === "E") throw incoming.error();
    if (type === "K") {
      key = { process: incoming.int32(), secret: incoming.bytes(incoming.end - incoming.at) };
    } else if (type !== "Z") throw broken(`message “${type}” after the sign-in`);
  }
  incoming.signedIn = true;

  const turn = createTurn(wire);
  const onReady = (now: Ready) => void (ready = now);
  const types = createUserTypes();
  const connection: Connection = {
    version: incoming.settings.get("server_version") ?? "",
    gone: wire.gone,
    get over() {
      return wire.over;
    },
    get transaction() {
      return TRANSACTION[ready];
    },
    get driverQuery() {
      return types.question;
    },
    get backslashEscapes() {
      return incoming.settings.get("standard_conforming_strings") === "off";
    },
    get zone() {
      return incoming.settings.get("TimeZone");
    },
    async run(statement, sink) {
      const parts = { incoming, types, onReady, cancel: () => connection.cancel().catch(() => {}) };
      // Outside of a transaction the server forgets the other rows after each part.
      const request = ready === "I" ? { ...statement, batch: 0 } : statement;
      return (await turn.take(() => withSink(sink, (sink) => runStatement(parts, request, sink))))();
    },
    prepare: (statements) => turn.take(() => runSimple({ incoming, types, onReady }, statements.join(";\n"))),
    async cancel() {
      if (key && turn.taken && !wire.over) await sendCancel(target, wire.address, key);
    },
    close: () => wire.close(terminate(), GOODBYE),
    cut: (reason) => void wire.cut(reason),
  };
  return connection;
};

const foreign = () => new DriverError("FOREIGN", "the server does not speak PostgreSQL's protocol");

/** Connects, and switches to TLS on request. */
async function begin(wire: Wire, target: Target): Promise<void> {
  await wire.connect();
  // PostgreSQL has no TLS on Unix sockets, where no other computer is in between.
  if (!target.tls || wire.socket !== undefined) return;
  wire.send(tlsRequest());
  await wire.need(1);
  const answer = String.fromCharCode(wire.buffer[wire.start++]!);
  if (answer === "N") throw new DriverError("TLS_ABSENT", "the server does not support TLS");
  if (answer !== "S") throw foreign();
  await wire.encrypt();
}

/** Sends the request to end a statement. The server closes the wire once it has passed the request on. */
function sendCancel(
  target: Target,
  address: string | undefined,
  key: { process: number; secret: Buffer },
): Promise<void> {
  return overSecondWire(target, address, async (wire) => {
    await begin(wire, target);
    wire.send(cancelRequest(key.process, key.secret));
    await wire.need(1).catch(() => {});
    if (wire.over?.code !== "CLOSED") throw wire.over ?? broken("an answer to a request to cancel");
  });
}
