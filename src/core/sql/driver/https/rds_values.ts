import { Buffer } from "node:buffer";
import * as z from "zod";
import { ownProperty } from "../../../own_property.ts";
import type { Column, Kind } from "../connection.ts";
import type { ServiceCell } from "./row.ts";

/** A number, or a text for a number that JSON does not have, such as `NaN`. */
const number = z.union([z.number(), z.string().max(400)]);

/** Values of an array. One of the fields is set, depending on their type. */
interface ArrayValue {
  readonly booleanValues?: readonly (boolean | null)[] | undefined;
  readonly longValues?: readonly (number | string | null)[] | undefined;
  readonly doubleValues?: readonly (number | string | null)[] | undefined;
  readonly stringValues?: readonly (string | null)[] | undefined;
  readonly arrayValues?: readonly (ArrayValue | null)[] | undefined;
}

const arrayValue: z.ZodType<ArrayValue> = z.lazy(() =>
  z.object({
    booleanValues: z.array(z.boolean().nullable()).optional(),
    longValues: z.array(number.nullable()).optional(),
    doubleValues: z.array(number.nullable()).optional(),
    stringValues: z.array(z.string().nullable()).optional(),
    arrayValues: z.array(arrayValue.nullable()).optional(),
  })
);

/** The value of one column in an answer of the Data APIs. */
export const field = z.object({
  isNull: z.boolean().optional(),
  booleanValue: z.boolean().optional(),
  longValue: number.optional(),
  doubleValue: number.optional(),
  stringValue: z.string().optional(),
  blobValue: z.string().optional(),
  arrayValue: arrayValue.optional(),
});

/** The description of a column in an answer of the Data APIs. */
export const column = z.object({
  name: z.string().max(2000).nullish(),
  label: z.string().max(2000).nullish(),
  typeName: z.string().max(500).nullish(),
  precision: z.number().nullish(),
  scale: z.number().nullish(),
});

/** The parts of ExecuteStatement's answer that are read. */
export const executed = z.object({
  records: z.array(z.array(field).max(5000)).nullish(),
  columnMetadata: z.array(column).max(5000).nullish(),
  numberOfRecordsUpdated: z.number().nullish(),
});

/** An answer of BeginTransaction. */
export const begun = z.object({ transactionId: z.string().min(1).max(500) });

/** SQL name and kind of PostgreSQL's types, by their name in pg_type. */
const POSTGRES: Readonly<Record<string, readonly [type: string, kind: Kind]>> = {
  bool: ["boolean", "boolean"],
  bytea: ["bytea", "binary"],
  int2: ["smallint", "integer"],
  int4: ["integer", "integer"],
  int8: ["bigint", "integer"],
  serial: ["integer", "integer"],
  bigserial: ["bigint", "integer"],
  smallserial: ["smallint", "integer"],
  oid: ["oid", "integer"],
  float4: ["real", "float"],
  float8: ["double precision", "float"],
  numeric: ["numeric", "decimal"],
  json: ["json", "json"],
  jsonb: ["jsonb", "json"],
  bpchar: ["character", "text"],
  varchar: ["character varying", "text"],
  date: ["date", "time"],
  time: ["time without time zone", "time"],
  timetz: ["time with time zone", "time"],
  timestamp: ["timestamp without time zone", "time"],
  timestamptz: ["timestamp with time zone", "time"],
  interval: ["interval", "time"],
  varbit: ["bit varying", "text"],
};

const MYSQL: readonly (readonly [RegExp, Kind])[] = [
  [/^(tinyint|smallint|mediumint|int|integer|bigint|year)\b/, "integer"],
  [/^(decimal|numeric)\b/, "decimal"],
  [/^(float|double|real)\b/, "float"],
  [/^json\b/, "json"],
  [/^(date|datetime|timestamp|time)\b/, "time"],
  [/(blob|binary|bit|geometry)\b/, "blob"],
];

/** Returns a column of a result, with its type named as in the server's SQL. */
export function columnOf(
  { name, label, typeName, precision, scale }: z.output<typeof column>,
  mysql: boolean,
): Column {
  const base = { name: label || name || "", typeNumber: 0 };
  const type = (typeName ?? "").toLowerCase();
  if (mysql) return { ...base, type, kind: MYSQL.find(([names]) => names.test(type))?.[1] ?? "text" };
  if (type.startsWith("_")) {
    const element = type.slice(1);
    return { ...base, type: `${ownProperty(POSTGRES, element)?.[0] ?? element}[]`, kind: "text" };
  }
  const [words, kind] = ownProperty(POSTGRES, type) ?? [typeName ?? "", "text" as const];
  // A numeric without limits comes without precision, or with one that no column can have.
  const bounded = type === "numeric" && precision && precision <= 1000;
  return { ...base, type: bounded ? `${words}(${precision},${scale ?? 0})` : words, kind };
}

/** Returns the cells of records, each record when it is asked for. */
export const cellsOf = (records: readonly z.output<typeof field>[][], columns: readonly Column[]) =>
  records.values().map((record) => columns.map((column, i) => cellOf(record[i] ?? { isNull: true }, column)));

/** Returns a value as the server itself would write it. */
function cellOf(value: z.output<typeof field>, { kind, type }: Column): ServiceCell {
  if (value.isNull) return null;
  if (value.stringValue !== undefined) return value.stringValue;
  if (value.longValue !== undefined) return String(value.longValue);
  if (value.doubleValue !== undefined) {
    const { doubleValue } = value;
    return type === "real" || type === "double precision"
      ? floatText(doubleValue, type === "real")
      : String(doubleValue);
  }
  if (value.booleanValue !== undefined) {
    // MySQL has numbers in place of booleans.
    if (kind === "blob") return Uint8Array.of(+value.booleanValue);
    if (kind === "integer") return String(+value.booleanValue);
    return value.booleanValue ? "t" : "f";
  }
  if (value.blobValue !== undefined) {
    const bytes = Buffer.from(value.blobValue, "base64");
    return kind === "blob"
      ? bytes
      : kind === "binary"
      ? `\\x${bytes.toString("hex")}`
      : bytes.toString("utf8");
  }
  return value.arrayValue ? arrayText(value.arrayValue) : null;
}

/**
 * Returns a number as PostgreSQL 12 and later write it: with the fewest digits that give the same number;
 * `real`: of four bytes.
 */
function floatText(value: number | string, real: boolean): string {
  if (typeof value === "string" || !Number.isFinite(value)) return String(value);
  let shortest = value;
  for (let digits = 6; real && digits < 9; digits++) {
    shortest = Number(value.toPrecision(digits));
    if (Math.fround(shortest) === Math.fround(value)) break;
  }
  const [, sign = "", digits = "", fraction = "", exponent = "0"] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(shortest.toExponential()) ?? [];
  const power = Number(exponent);
  if (power >= -4 && power < (real ? 6 : 15)) return plainText(sign, digits + fraction, power);
  const written = `${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  return `${sign}${digits}${fraction && `.${fraction}`}e${written}`;
}

/** Returns a number without exponent, because JavaScript begins to write one at other sizes. */
function plainText(sign: string, digits: string, power: number): string {
  if (power < 0) return `${sign}0.${"0".repeat(-power - 1)}${digits}`;
  const padded = digits.padEnd(power + 1, "0");
  return `${sign}${padded.slice(0, power + 1)}${
    padded.length > power + 1 ? `.${padded.slice(power + 1)}` : ""
  }`;
}

/** Returns an array as PostgreSQL writes it: `{a,"b c",NULL}`. */
function arrayText(array: ArrayValue): string {
  const { arrayValues, booleanValues, longValues, doubleValues, stringValues } = array;
  const items = arrayValues?.map((one) => one ? arrayText(one) : "NULL") ??
    booleanValues?.map((one) => one === null ? "NULL" : one ? "t" : "f") ??
    (longValues ?? doubleValues)?.map((one) => one === null ? "NULL" : String(one)) ??
    stringValues?.map(quotedItem) ?? [];
  return `{${items.join(",")}}`;
}

function quotedItem(text: string | null): string {
  if (text === null) return "NULL";
  if (text !== "" && !/[{}",\\\s]|^null$/i.test(text)) return text;
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
