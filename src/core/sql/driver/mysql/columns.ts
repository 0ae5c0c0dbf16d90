import type { Column, Kind } from "../connection.ts";
import type { Packets } from "./packets.ts";

/** A column of MySQL, with what is needed to read its values. */
export interface MysqlColumn extends Column {
  readonly unsigned: boolean;
  /** Digits after the point of times and numbers; 31 when their number is not fixed. */
  readonly decimals: number;
  /** Number of digits to which the server pads with leading zeros; 0: it does not pad. */
  readonly filled: number;
}

/** Maximum digits of a number padded with zeros. */
const WIDEST = 255;
/** Number of the character set `binary`. */
const BINARY = 63;
const UNSIGNED = 0x20, ZEROFILL = 0x40, ENUM = 0x100, SET = 0x800;

export const TYPE = {
  decimal: 0,
  tiny: 1,
  short: 2,
  long: 3,
  float: 4,
  double: 5,
  null: 6,
  timestamp: 7,
  longlong: 8,
  int24: 9,
  date: 10,
  time: 11,
  datetime: 12,
  year: 13,
  varchar: 15,
  vector: 242,
  bit: 16,
  json: 245,
  newdecimal: 246,
  tinyBlob: 249,
  mediumBlob: 250,
  longBlob: 251,
  blob: 252,
  varString: 253,
  string: 254,
  geometry: 255,
} as const;

const NAMES: Readonly<Record<number, readonly [name: string, kind: Kind]>> = {
  [TYPE.decimal]: ["decimal", "decimal"],
  [TYPE.tiny]: ["tinyint", "integer"],
  [TYPE.short]: ["smallint", "integer"],
  [TYPE.long]: ["int", "integer"],
  [TYPE.float]: ["float", "float"],
  [TYPE.double]: ["double", "float"],
  [TYPE.null]: ["null", "text"],
  [TYPE.timestamp]: ["timestamp", "time"],
  [TYPE.longlong]: ["bigint", "integer"],
  [TYPE.int24]: ["mediumint", "integer"],
  [TYPE.date]: ["date", "time"],
  [TYPE.time]: ["time", "time"],
  [TYPE.datetime]: ["datetime", "time"],
  [TYPE.year]: ["year", "integer"],
  [TYPE.bit]: ["bit", "blob"],
  [TYPE.json]: ["json", "json"],
  [TYPE.newdecimal]: ["decimal", "decimal"],
  [TYPE.geometry]: ["geometry", "blob"],
  [TYPE.vector]: ["vector", "blob"],
};

/**
 * Types that texts and bytes share: the name for a text, and the name for bytes. The character set tells
 * which it is.
 */
const STRINGS: Readonly<Record<number, readonly [text: string, bytes: string]>> = {
  [TYPE.varchar]: ["varchar", "varbinary"],
  [TYPE.tinyBlob]: ["tinytext", "tinyblob"],
  [TYPE.mediumBlob]: ["mediumtext", "mediumblob"],
  [TYPE.longBlob]: ["longtext", "longblob"],
  [TYPE.blob]: ["text", "blob"],
  [TYPE.varString]: ["varchar", "varbinary"],
  [TYPE.string]: ["char", "binary"],
};

/** Reads the description of a column. */
export function readColumn(packets: Packets): MysqlColumn {
  packets.text();
  const schema = packets.text();
  // Skip the alias of the table.
  packets.text();
  const table = packets.text();
  const name = packets.text();
  const column = packets.text();
  packets.length();
  const charset = packets.int(2);
  const width = packets.int(4);
  const typeNumber = packets.int(1);
  const flags = packets.int(2);
  const decimals = packets.int(1);
  const [type, kind] = typeOf(typeNumber, charset, flags);
  const unsigned = (flags & UNSIGNED) !== 0;
  const isNumber = kind === "integer" || kind === "float" || kind === "decimal";
  const written = isNumber && unsigned && typeNumber !== TYPE.year ? `${type} unsigned` : type;
  const filled = isNumber && flags & ZEROFILL ? Math.min(width, WIDEST) : 0;
  const origin = schema !== "" && table !== "" && column !== "" ? { origin: { schema, table, column } } : {};
  return { name, type: written, kind, typeNumber, unsigned, decimals, filled, ...origin };
}

function typeOf(number: number, charset: number, flags: number): readonly [string, Kind] {
  const strings = STRINGS[number];
  if (strings) {
    if (flags & ENUM) return ["enum", "text"];
    if (flags & SET) return ["set", "text"];
    return charset === BINARY ? [strings[1], "blob"] : [strings[0], "text"];
  }
  // A type that is newer than Kedge has a length before its values, like all types but numbers and times.
  return NAMES[number] ?? [`type ${number}`, charset === BINARY ? "blob" : "text"];
}
