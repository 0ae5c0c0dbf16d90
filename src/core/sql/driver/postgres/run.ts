import { Buffer } from "node:buffer";
import type { Column, Outcome, RowSink, Statement } from "../connection.ts";
import { broken, DriverError, ServerError } from "../errors.ts";
import type { Incoming } from "./incoming.ts";
import { copyFail, execute, simpleQuery, statement as statementMessages } from "./outgoing.ts";
import { QUESTION_MARK, typeOf, type UserTypes } from "./types.ts";

const ROW = 0x44;

/** State of the transaction that the server reports when it is ready. */
export type Ready = "I" | "T" | "E";

/** What is needed to run one statement. */
interface Parts {
  readonly incoming: Incoming;
  readonly types: UserTypes;
  /** Ends the running statement on the server. Resolves when the server has been told; never rejects. */
  readonly cancel: () => Promise<void>;
  readonly onReady: (ready: Ready) => void;
}

/** COPY needs a client that sends or takes a file, which Kedge does not do. */
const COPY_IN = new ServerError("0A000", "Kedge sends no data for COPY … FROM STDIN", {
  hint: "Read a file on the server, or use INSERT.",
});
const COPY_OUT = new ServerError("0A000", "Kedge takes no data of COPY … TO STDOUT", {
  hint: "Run the SELECT itself, and export its result.",
});

/** Runs one statement in the extended protocol, which accepts only one statement per text. */
export async function runStatement(parts: Parts, request: Statement, sink: RowSink): Promise<Outcome> {
  const { incoming } = parts;
  const values = (request.args ?? []).map((value) => value === null ? null : String(value));
  const batch = request.batch ?? 0;
  const { wire } = incoming;
  wire.send(Buffer.concat([statementMessages(request.sql, values), execute(batch)]));
  let columns = 0;
  let refused: ServerError | null = null;
  let tag = "";
  let enough = false;
  let more = false;
  let cancelling: Promise<void> | undefined;
  const stop = () => {
    if (!enough && request.whenEnough !== "read") cancelling = parts.cancel();
    enough = true;
  };
  for (;;) {
    const type = await settled(incoming, refused);
    switch (type) {
      case "T": {
        const described = readColumns(incoming, parts.types);
        columns = described.length;
        sink.columns(described);
        break;
      }
      case "D": {
        // The first row is put back, so that it is handled together with those that arrived with it.
        wire.start = incoming.at - 5;
        await rows();
        break;
      }
      case "C":
        tag = incoming.text();
        more = false;
        break;
      case "s":
        more = true;
        break;
      case "E":
        refused ??= incoming.error();
        more = false;
        break;
      case "G":
        refused ??= COPY_IN;
        wire.send(copyFail("Kedge sends no data"));
        break;
      case "H":
        refused ??= COPY_OUT;
        stop();
        break;
      case "Z":
        parts.onReady(readReady(incoming));
        if (more && !enough) {
          wire.send(execute(batch));
          break;
        }
        // A late cancel would end the next statement, so wait for it.
        await cancelling;
        // A statement that was ended because the sink had enough has not failed.
        if (refused && !(enough && refused.code === "57014")) throw refused;
        return outcomeOf(tag, enough);
      // ParseComplete, BindComplete, NoData, EmptyQueryResponse and the messages of COPY.
      case "1":
      case "2":
      case "n":
      case "I":
      case "d":
      case "c":
        break;
      default:
        throw broken(`message “${type}” in a result`);
    }
  }

  /** Passes on every row that has arrived completely. */
  async function rows(): Promise<void> {
    const bounds = new Int32Array(columns * 2);
    for (;;) {
      const { buffer, start, end } = wire;
      if (end - start < 5) return;
      const length = buffer.readInt32BE(start + 1);
      if (buffer[start] !== ROW) return;
      incoming.check(ROW, length);
      if (end - start < length + 1) return;
      wire.start = start + length + 1;
      if (enough || refused) continue;
      cells(buffer, start + 5, wire.start, bounds);
      const going = sink.row(buffer, bounds);
      if (going !== true && !await going) stop();
    }
  }
}

/** Finds the cells of a row. */
function cells(buffer: Buffer, start: number, end: number, bounds: Int32Array): void {
  if (end - start < 2 || buffer.readInt16BE(start) * 2 !== bounds.length) {
    throw broken("a row of another width than its head");
  }
  let at = start + 2;
  for (let i = 0; i < bounds.length; i += 2) {
    if (at + 4 > end) throw broken("a row ends early");
    const length = buffer[at]! << 24 | buffer[at + 1]! << 16 | buffer[at + 2]! << 8 | buffer[at + 3]!;
    at += 4;
    if (length < 0) {
      bounds[i] = bounds[i + 1] = -1;
      continue;
    }
    bounds[i] = at;
    bounds[i + 1] = at += length;
    if (at > end) throw broken("a cell ends behind its row");
  }
  if (at !== end) throw broken("a row goes on behind its cells");
}

/** Reads the next message. When the server closed the connection after an error, throws that error, which says more. */
async function settled(incoming: Incoming, refused: ServerError | null): Promise<string> {
  try {
    return await incoming.next();
  } catch (error) {
    throw error instanceof DriverError && error.code === "CLOSED" && refused ? refused : error;
  }
}

function readColumns(incoming: Incoming, types: UserTypes): Column[] {
  const count = incoming.int16();
  if (count < 0) throw broken("columns without number");
  return Array.from({ length: count }, () => {
    const name = incoming.text();
    const table = incoming.int32() >>> 0;
    const column = incoming.int16();
    const typeNumber = incoming.int32() >>> 0;
    incoming.int16();
    const modifier = incoming.int32();
    if (incoming.int16() !== 0) throw broken("a column that is not text");
    // System columns, such as the row's physical position, have numbers below 1.
    const origin = table > 0 && column > 0 ? { origin: { table, column } } : {};
    return { name, typeNumber, ...typeOf(typeNumber, modifier, types), ...origin };
  });
}

function readReady(incoming: Incoming): Ready {
  const status = String.fromCharCode(incoming.bytes(1)[0]!);
  if (status !== "I" && status !== "T" && status !== "E") throw broken("an unknown state of the transaction");
  return status;
}

/** Returns what a statement did, from the server's tag: `INSERT 0 5`, `UPDATE 3`, `CREATE TABLE`. */
export function outcomeOf(tag: string, cut: boolean): Outcome {
  const [command = ""] = /^\D*(?=$| \d)/.exec(tag) ?? [];
  const count = /(?<= )\d+$/.exec(tag)?.[0];
  const reading = /^(SELECT|FETCH|SHOW|EXPLAIN|MOVE)$/.test(command);
  return { command, ...(count !== undefined && !reading ? { affected: Number(count) } : {}), cut };
}

/** Runs statements of Kedge itself in one round trip. Reads only rows about types, and drops all others. */
export async function runSimple(
  { incoming, types, onReady }: Pick<Parts, "incoming" | "types" | "onReady">,
  sql: string,
): Promise<void> {
  incoming.wire.send(simpleQuery(sql));
  let refused: ServerError | null = null;
  let telling = false;
  for (;;) {
    const type = await settled(incoming, refused);
    if (type === "E") refused ??= incoming.error();
    else if (type === "T") telling = incoming.int16() === 2 && incoming.text() === QUESTION_MARK;
    else if (type === "D" && telling) learnRow(incoming, types);
    else if (type === "C" && telling) {
      telling = false;
      types.asked();
    } else if (type === "Z") {
      onReady(readReady(incoming));
      if (refused) throw refused;
      return;
    } else if (!"TDCInsp".includes(type)) throw broken(`message “${type}” in a result`);
  }
}

function learnRow(incoming: Incoming, types: UserTypes): void {
  if (incoming.int16() !== 2) throw broken("a row of another width than its head");
  const cell = () => incoming.bytes(Math.max(0, incoming.int32())).toString("utf8").slice(0, 300);
  types.learn(cell(), cell());
}
