import { Buffer } from "node:buffer";
import type { Column, Outcome, RowSink, Statement } from "../connection.ts";
import { broken, ServerError } from "../errors.ts";
import { type MysqlColumn, readColumn } from "./columns.ts";
import type { Packets } from "./packets.ts";
import { BRIEF } from "./sign_in.ts";

const QUERY = 3;
const NULL = 0xfb;
/** Maximum columns of a result, which is more than any server has. */
const MAX_COLUMNS = 8192;
const MORE_RESULTS = 8;
/** Code of a statement that KILL QUERY ended. */
const INTERRUPTED = "1317";

/** Bits of the status that the server sends. */
export const STATE = { transaction: 1, autocommit: 2, noBackslashEscapes: 0x200, readOnly: 0x2000 } as const;

/** What is needed to run one statement. */
export interface StatementParts {
  readonly packets: Packets;
  readonly abilities: number;
  /** Ends the running statement on the server. Resolves when the server has been told; never rejects. */
  readonly cancel: () => Promise<void>;
  readonly onState: (state: number) => void;
}

/** Finds the cells of a row's packet. Only this differs between text and prepared statements. */
export type RowReader = (packets: Packets, bounds: Int32Array) => Buffer;

/** Runs one statement as text. */
export async function runText(parts: StatementParts, request: Statement, sink: RowSink): Promise<Outcome> {
  parts.packets.command(QUERY, Buffer.from(request.sql));
  return await readResults(parts, request, sink, () => readTextRow);
}

/** Reads all results of a statement. Returns the outcome of the last one. */
export async function readResults(
  parts: StatementParts,
  request: Statement,
  sink: RowSink,
  reader: (columns: readonly MysqlColumn[]) => RowReader,
): Promise<Outcome> {
  const { packets } = parts;
  let cancelling: Promise<void> | undefined;
  let enough = false;
  const stop = () => {
    if (!enough && request.whenEnough !== "read") cancelling = parts.cancel();
    enough = true;
  };
  const give = (read: RowReader, bounds: Int32Array): void | Promise<void> => {
    if (enough) return;
    const going = sink.row(read(packets, bounds), bounds);
    if (going === false) stop();
    else if (going !== true) return going.then((go) => void (go || stop()));
  };

  let outcome: Outcome = { command: "", cut: false };
  for (let more = true; more;) {
    const { end, rows } = await readResult(parts, sink, reader, give).catch((error) => {
      if (error instanceof ServerError && enough && error.code === INTERRUPTED) {
        return { end: null, rows: true };
      }
      throw error;
    });
    if (end === null) break;
    more = (end.state & MORE_RESULTS) !== 0;
    outcome = { ...outcomeOf(end, rows), cut: enough };
  }
  await cancelling;
  return { ...outcome, cut: enough };
}

/** How a result ended. */
interface End {
  readonly affected: number;
  readonly state: number;
  readonly warnings: number;
  readonly words: string;
}

async function readResult(
  parts: StatementParts,
  sink: RowSink,
  reader: (columns: readonly MysqlColumn[]) => RowReader,
  give: (read: RowReader, bounds: Int32Array) => void | Promise<void>,
): Promise<{ end: End | null; rows: boolean }> {
  const { packets } = parts;
  await packets.next();
  switch (packets.peek()) {
    case 0x00:
      return { end: readOk(parts), rows: false };
    case 0xff:
      throw packets.error();
    case NULL:
      // This packet of LOAD DATA LOCAL asks for a file of this computer; Kedge sends none.
      packets.answer(Buffer.alloc(0));
      await packets.next();
      if (packets.peek() === 0xff) throw packets.error();
      throw new ServerError("4166", "Kedge sends no files of this machine");
  }
  const columns = await readColumns(parts, packets.length());
  sink.columns(columns as readonly Column[]);
  const read = reader(columns);
  const bounds = new Int32Array(columns.length * 2);
  for (;;) {
    if (!packets.step()) await packets.next();
    const first = packets.peek();
    if (first === 0xff) throw packets.error();
    if (first === 0xfe && packets.size < 0xffffff) return { end: readEnd(parts), rows: true };
    const waiting = give(read, bounds);
    if (waiting) await waiting;
  }
}

/** Reads the descriptions of columns, and the packet after them that older servers send. */
export async function readColumns(
  { packets, abilities }: StatementParts,
  count: number,
): Promise<MysqlColumn[]> {
  if (count < 1 || count > MAX_COLUMNS) throw broken(`a result of ${count} columns`);
  const columns: MysqlColumn[] = [];
  for (let i = 0; i < count; i++) {
    await packets.next();
    columns.push(readColumn(packets));
  }
  if (!(abilities & BRIEF)) {
    await packets.next();
    if (packets.peek() !== 0xfe) throw broken("columns without an end");
  }
  return columns;
}

/** Finds the cells of a row of texts. */
function readTextRow(packets: Packets, bounds: Int32Array): Buffer {
  const { buffer, end } = packets;
  let at = packets.at;
  for (let i = 0; i < bounds.length; i += 2) {
    if (at >= end) throw broken("a row ends early");
    let length = buffer[at]!;
    if (length < NULL) at++;
    else if (length === NULL) {
      bounds[i] = bounds[i + 1] = -1;
      at++;
      continue;
    } else {
      packets.at = at;
      length = packets.length();
      at = packets.at;
    }
    bounds[i] = at;
    at += length;
    bounds[i + 1] = at;
    if (at > end) throw broken("a cell ends behind its row");
  }
  if (at !== end) throw broken("a row goes on behind its cells");
  return buffer;
}

function readOk(parts: StatementParts): End {
  const { packets } = parts;
  packets.int(1);
  const affected = packets.length();
  packets.length();
  const state = packets.int(2);
  const warnings = packets.int(2);
  parts.onState(state);
  // A length precedes this text only when session changes are reported, which Kedge does not ask for.
  const words = packets.size > 0 ? packets.rest() : "";
  return { affected, state, warnings, words };
}

function readEnd(parts: StatementParts): End {
  const { packets, abilities } = parts;
  if (abilities & BRIEF) return readOk(parts);
  packets.int(1);
  const warnings = packets.int(2);
  const state = packets.int(2);
  parts.onState(state);
  return { affected: 0, state, warnings, words: "" };
}

/** Reads `Rows matched: 1  Changed: 0  Warnings: 0`, which some servers send with a length before it. */
function outcomeOf({ affected, warnings, words }: End, rows: boolean): Omit<Outcome, "cut"> {
  const changed = /Changed: (\d+)/.exec(words)?.[1];
  return {
    command: "",
    ...(rows ? {} : { affected }),
    ...(changed === undefined ? {} : { changed: Number(changed) }),
    warnings,
  };
}
