import { Buffer } from "node:buffer";
import type { Connection, Open, Target } from "../connection.ts";
import type { Login } from "../../login/mod.ts";
import { DriverError, ServerError } from "../errors.ts";
import { NO_ROWS, utf8Rows } from "../rows.ts";
import { CANCEL_LIMIT, overSecondWire } from "../second_wire.ts";
import { createTurn, withSink } from "../turn.ts";
import { Packets } from "./packets.ts";
import { runPrepared } from "./prepared.ts";
import { runText, STATE } from "./run.ts";
import { signInToMysql } from "./sign_in.ts";

const QUIT = 1;
/** Maximum time of a polite end in ms; then the connection is cut. */
const GOODBYE = 200;
/** Code with which a server refuses every statement until the user has changed an expired password. */
const EXPIRED = "1820";
/** Code for a thread that no longer exists, so the statement to end is over. */
const NO_THREAD = "1094";

/** Signs in to MySQL or MariaDB. */
export const openMysql: Open = async (parts) => (await open(parts)).connection;

/** Number of a connection and the server that gave it, because a proxy in between has numbers of its own. */
interface Identity {
  readonly thread: string;
  /** Undefined when the server does not report it. */
  readonly server?: string;
}

async function open(
  { target, login, listener, wire }: Parameters<Open>[0],
): Promise<{ readonly connection: Connection; readonly identity: Identity }> {
  await wire.connect();
  await wire.need(5);
  // A MySQL server begins with packet number 0 and version 10 or an error; everything else is another kind of
  // server.
  const [number, first] = [wire.buffer[wire.start + 3], wire.buffer[wire.start + 4]];
  if (number !== 0 || (first !== 10 && first !== 0xff)) {
    throw new DriverError("FOREIGN", "the server does not speak MySQL's protocol");
  }
  const packets = new Packets(wire);
  const greeting = await signInToMysql(packets, target, login, listener);
  let identity: Identity = { thread: String(greeting.thread) };
  let state: number = STATE.autocommit;
  const turn = createTurn(wire);
  const connection: Connection = {
    version: greeting.version,
    gone: wire.gone,
    get over() {
      return wire.over;
    },
    get transaction() {
      return state & STATE.transaction ? "open" : "none";
    },
    driverQuery: null,
    get backslashEscapes() {
      return (state & STATE.noBackslashEscapes) === 0;
    },
    async run(statement, sink) {
      const parts = {
        packets,
        abilities: greeting.abilities,
        cancel: () => connection.cancel().catch(() => {}),
        onState: (now: number) => void (state = now),
      };
      const run = statement.args?.length ? runPrepared : runText;
      return (await turn.take(() => withSink(sink, (sink) => run(parts, statement, sink))))();
    },
    async prepare(statements) {
      for (const sql of statements) await connection.run({ sql }, NO_ROWS);
    },
    async cancel() {
      if (turn.taken && !wire.over) await kill(target, wire.address, login, identity);
    },
    async close() {
      if (!turn.taken) await wire.close(Buffer.from([1, 0, 0, 0, QUIT]), GOODBYE);
      wire.cut(new DriverError("ABORT", "the connection was closed"));
    },
    cut: (reason) => void wire.cut(reason),
  };
  const known = await whoAmI(connection, identity);
  identity = known.identity;
  // Some servers use a character set of their own, whatever the sign-in asks for.
  if (!known.utf8) await connection.prepare(["set names utf8mb4"]);
  // A write that is told as done must not be lost when the session ends.
  if ((state & STATE.autocommit) === 0) await connection.prepare(["set autocommit = 1"]);
  return { connection, identity };
}

/** Asks for the thread, the server, and whether texts are UTF-8 in both directions. */
const QUESTION = "select connection_id(), concat(@@hostname, ':', @@port), " +
  "@@character_set_client = 'utf8mb4' and @@character_set_results = 'utf8mb4' " +
  "and @@character_set_connection = 'utf8mb4'";

/**
 * Asks the server behind a proxy for its thread now, because a proxy greets with a number of its own that
 * looks like any other, and later, when a statement is to be stopped, its connection can answer nothing. A
 * server that does not know the question is identified by its greeting.
 */
async function whoAmI(
  connection: Connection,
  greeted: Identity,
): Promise<{ readonly identity: Identity; readonly utf8: boolean }> {
  const { sink, rows } = utf8Rows();
  await connection.run({ sql: QUESTION }, sink).catch((error) => {
    if (!(error instanceof ServerError) || error.more.fatal || error.code === EXPIRED) throw error;
  });
  const [thread, server, utf8] = rows[0] ?? [];
  if (!thread || !/^\d{1,20}$/.test(thread)) return { identity: greeted, utf8: false };
  return { identity: { thread, server: server ?? "" }, utf8: utf8 === "1" };
}

/**
 * Ends the statement of another connection over a new one. A server behind another address of the name, such
 * as a reader of a cluster, would end somebody else's statement with that number.
 */
async function kill(
  target: Target,
  address: string | undefined,
  login: Login,
  { thread, server }: Identity,
): Promise<void> {
  const { again } = login;
  const now = again ? await again(AbortSignal.timeout(CANCEL_LIMIT)) : login;
  await overSecondWire(target, address, async (wire) => {
    const { database: _, ...withoutDatabase } = target;
    const { connection, identity } = await open({ target: withoutDatabase, login: now, listener: {}, wire });
    if (identity.server !== server) {
      throw new DriverError("CLOSED", "another server answers now: the same number is somebody else's there");
    }
    await connection.prepare([`kill query ${thread}`]).catch((error) => {
      if (!(error instanceof ServerError) || error.code !== NO_THREAD) throw error;
    });
    await connection.close();
  });
}
