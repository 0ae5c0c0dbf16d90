import { Buffer } from "node:buffer";
import type { Cell, Outcome, RowSink, Statement } from "../connection.ts";
import { broken, ServerError } from "../errors.ts";
import { driverRow } from "../rows.ts";
import { type MysqlColumn, TYPE } from "./columns.ts";
import type { Packets } from "./packets.ts";
import { readColumns, readResults, type RowReader, type StatementParts } from "./run.ts";
import { lengthBefore } from "./sign_in.ts";

const PREPARE = 0x16, EXECUTE = 0x17, CLOSE = 0x19;
/** MySQL's numbers for the types of sent values: text, integer, floating-point number and boolean. */
const STRING = 253, LONGLONG = 8, DOUBLE = 5, TINY = 1;

/** Runs one statement with values, which the server puts into it. */
export async function runPrepared(
  parts: StatementParts,
  request: Statement,
  sink: RowSink,
): Promise<Outcome> {
  const { packets } = parts;
  const args = request.args ?? [];
  packets.command(PREPARE, Buffer.from(request.sql));
  await packets.next();
  if (packets.peek() === 0xff) throw packets.error();
  if (packets.int(1) !== 0) throw broken("a statement that is not prepared");
  const id = packets.bytes(4);
  const columns = packets.int(2);
  const parameters = packets.int(2);
  // These descriptions are skipped, because the result brings them again.
  for (const count of [parameters, columns]) if (count > 0) await readColumns(parts, count);
  try {
    if (parameters !== args.length) {
      throw new ServerError(
        "1210",
        `the statement has ${parameters} parameters, and ${args.length} values were given`,
      );
    }
    packets.command(EXECUTE, values(id, args));
    return await readResults(parts, request, sink, (columns) => binaryReader(columns));
  } finally {
    if (!packets.wire.over) packets.command(CLOSE, id);
  }
}

function values(id: Buffer, args: readonly Cell[]): Buffer {
  const nulls = Buffer.alloc(args.length + 7 >> 3);
  args.forEach((arg, i) => {
    if (arg === null) nulls[i >> 3]! |= 1 << (i & 7);
  });
  const sent = args.map(valueOf);
  return Buffer.concat([
    id,
    // Flags: no cursor. Iterations: 1. The parameter types follow.
    Buffer.from([0, 1, 0, 0, 0]),
    nulls,
    Buffer.from([1]),
    ...sent.map(([type]) => Buffer.from([type, 0])),
    ...sent.map(([, bytes]) => bytes),
  ]);
}

function valueOf(arg: Cell): readonly [type: number, bytes: Buffer] {
  if (arg === null) return [STRING, Buffer.alloc(0)];
  if (typeof arg === "boolean") return [TINY, Buffer.from([arg ? 1 : 0])];
  if (typeof arg === "string") return [STRING, lengthBefore(Buffer.from(arg))];
  const bytes = Buffer.alloc(8);
  if (Number.isSafeInteger(arg) && !Object.is(arg, -0)) {
    bytes.writeBigInt64LE(BigInt(arg));
    return [LONGLONG, bytes];
  }
  bytes.writeDoubleLE(arg);
  return [DOUBLE, bytes];
}

/** Returns a reader that turns rows of binary values into texts, as the server would have written them. */
function binaryReader(columns: readonly MysqlColumn[]): RowReader {
  return (packets, bounds) => {
    if (packets.int(1) !== 0) throw broken("a row that is none");
    const nulls = packets.bytes(columns.length + 9 >> 3);
    const isNull = (i: number) => nulls[i + 2 >> 3]! & 1 << (i + 2 & 7);
    const cells = columns.map((column, i) => isNull(i) ? null : read(packets, column));
    if (packets.size > 0) throw broken("a row goes on behind its cells");
    const [bytes, found] = driverRow(cells);
    bounds.set(found);
    return bytes;
  };
}

function read(packets: Packets, column: MysqlColumn): Buffer {
  const { typeNumber, unsigned, decimals, filled } = column;
  const integer = (bytes: 1 | 2 | 4) => {
    const value = packets.bytes(bytes);
    return number(String(unsigned ? value.readUIntLE(0, bytes) : value.readIntLE(0, bytes)));
  };
  const number = (text: string) => Buffer.from(text.padStart(filled, "0"));
  switch (typeNumber) {
    case TYPE.tiny:
      return integer(1);
    case TYPE.short:
      return integer(2);
    case TYPE.year:
      return Buffer.from(String(packets.int(2)).padStart(4, "0"));
    case TYPE.long:
    case TYPE.int24:
      return integer(4);
    case TYPE.longlong: {
      const value = packets.bytes(8);
      return number(String(unsigned ? value.readBigUInt64LE() : value.readBigInt64LE()));
    }
    case TYPE.float:
      return number(floating(packets.bytes(4).readFloatLE(), FLOAT_DIGITS, decimals));
    case TYPE.double:
      return number(floating(packets.bytes(8).readDoubleLE(), null, decimals));
    case TYPE.date:
    case TYPE.datetime:
    case TYPE.timestamp:
      return Buffer.from(moment(packets, typeNumber === TYPE.date, decimals));
    case TYPE.time:
      return Buffer.from(duration(packets, decimals));
    default:
      return packets.bytes(packets.length());
  }
}

/** Number of digits that servers write of a 32-bit floating-point number. */
const FLOAT_DIGITS = 6;
/** Maximum digits before the point, or zeros after it, of a number written without an exponent. */
const PLAIN = 15;

/**
 * Returns a floating-point number as the servers write it: with `digits` digits, or (null) with the fewest
 * that give the same number again, or with `decimals` digits after the point when that is below 31.
 */
function floating(value: number, digits: number | null, decimals: number): string {
  if (decimals < 31) return value.toFixed(Math.min(decimals, 100));
  const [mantissa = "0", exponent = "0"] =
    (digits === null ? value.toExponential() : value.toExponential(digits - 1))
      .split("e");
  const sign = mantissa.startsWith("-") ? "-" : "";
  const all = mantissa.replace(/[-.]/g, "").replace(/0+$/, "") || "0";
  const point = Number(exponent) + 1;
  if (point > PLAIN || point <= -PLAIN) {
    return `${sign}${all[0]}${all.length > 1 ? `.${all.slice(1)}` : ""}e${point - 1}`;
  }
  if (point <= 0) return all === "0" ? `${sign}0` : `${sign}0.${"0".repeat(-point)}${all}`;
  if (all.length <= point) return sign + all.padEnd(point, "0");
  return `${sign}${all.slice(0, point)}.${all.slice(point)}`;
}

const two = (value: number) => String(value).padStart(2, "0");
const behindPoint = (micros: number, decimals: number) =>
  decimals > 0 && decimals <= 6 ? `.${String(micros).padStart(6, "0").slice(0, decimals)}` : "";

function moment(packets: Packets, dateOnly: boolean, decimals: number): string {
  const length = packets.int(1);
  if (![0, 4, 7, 11].includes(length)) throw broken("a time that is none");
  const [year, month, day] = length >= 4 ? [packets.int(2), packets.int(1), packets.int(1)] : [0, 0, 0];
  const time = length >= 7 ? [packets.int(1), packets.int(1), packets.int(1)] : [0, 0, 0];
  const micros = length >= 11 ? packets.int(4) : 0;
  const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  return dateOnly ? date : `${date} ${time.map(two).join(":")}${behindPoint(micros, decimals)}`;
}

function duration(packets: Packets, decimals: number): string {
  const length = packets.int(1);
  if (![0, 8, 12].includes(length)) throw broken("a time that is none");
  const negative = length > 0 && packets.int(1) === 1;
  const days = length > 0 ? packets.int(4) : 0;
  const [hours, minutes, seconds] = length > 0 ? [packets.int(1), packets.int(1), packets.int(1)] : [0, 0, 0];
  const micros = length >= 12 ? packets.int(4) : 0;
  return `${negative ? "-" : ""}${two(days * 24 + hours)}:${two(minutes)}:${two(seconds)}${
    behindPoint(micros, decimals)
  }`;
}
