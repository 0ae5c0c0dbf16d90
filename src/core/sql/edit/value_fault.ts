import { type Engine, ENGINES } from "../engines/mod.ts";
import { formatNumber } from "../../text/locale.ts";
import type { CellValue } from "./changes.ts";

/** What is known about a column that gets a value. */
export interface ValueColumn {
  readonly name: string;
  /** The kind of a result's column: `integer`, `text`. */
  readonly kind: string;
  readonly type: string;
  readonly nullable: boolean;
  /** The values that the column accepts, when they are few. */
  readonly choices?: readonly string[] | undefined;
}

const BYTES = /^0x(?:[\da-f]{2})*$/i;
export const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** PostgreSQL's names for infinity and for what is not a number. */
const BEYOND = /^(nan|[+-]?inf(inity)?)$/i;
/** Words that PostgreSQL accepts as a date or a time. */
const DAYS = /^([+-]?infinity|now|today|tomorrow|yesterday|epoch|allballs)$/i;

/** Minimum and maximum of integers, by the type's name. */
const RANGES: readonly (readonly [type: RegExp, least: bigint, most: bigint])[] = [
  [/^tinyint unsigned/, 0n, 255n],
  [/^tinyint/, -128n, 127n],
  [/^smallint unsigned/, 0n, 65_535n],
  [/^smallint/, -32_768n, 32_767n],
  [/^mediumint unsigned/, 0n, 16_777_215n],
  [/^mediumint/, -8_388_608n, 8_388_607n],
  [/^(int unsigned|oid)/, 0n, 4_294_967_295n],
  [/^int(eger)?$/, -2_147_483_648n, 2_147_483_647n],
  [/^bigint unsigned/, 0n, 18_446_744_073_709_551_615n],
  [/^bigint/, -9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
];

/**
 * Returns why a column cannot take a value, before the server is asked; null when it may. What only the
 * server can know is left to the server.
 */
export function valueFault(value: CellValue, column: ValueColumn, engine: Engine): string | null {
  const { name, kind, type, choices } = column;
  if (value === null) return column.nullable ? null : `${name} may not be NULL.`;
  const postgres = ENGINES[engine].protocol === "postgres";
  if (postgres && value.includes("\0")) return "PostgreSQL has no text with a zero byte in it.";
  if (choices && !choices.includes(asChosen(value, kind))) {
    const named = choices.slice(0, 8).join(", ");
    return `${name} takes one of ${named}${choices.length > 8 ? ", …" : ""}.`;
  }
  switch (kind) {
    case "integer":
      return integerFault(value.trim(), name, type);
    case "decimal":
    case "float":
      return DECIMAL.test(value.trim()) || (postgres && BEYOND.test(value.trim()))
        ? null
        : `${name} takes numbers, written as 12.5.`;
    case "json":
      return jsonFault(value, name);
    case "time":
      return timeFault(value.trim(), name, type, postgres);
    case "blob":
      return BYTES.test(value) ? null : "Bytes are written as 0x and two digits for each: 0x00ff.";
    default:
      return lengthFault(value, name, type);
  }
}

/** Returns a value as the server shows it: `true` is `t` in PostgreSQL. */
export function asShown(value: CellValue, kind: string): CellValue {
  if (kind !== "boolean" || value === null) return value;
  const chosen = asChosen(value, kind);
  return chosen === "true" ? "t" : chosen === "false" ? "f" : value;
}

/** Returns a value in the form of its column's choices: `t` is `true`. */
export function asChosen(value: string, kind: string): string {
  if (kind !== "boolean") return value;
  const word = value.trim().toLowerCase();
  if (/^(t|true|yes|y|on|1)$/.test(word)) return "true";
  return /^(f|false|no|n|off|0)$/.test(word) ? "false" : value;
}

function integerFault(value: string, name: string, type: string): string | null {
  if (!/^[+-]?\d+$/.test(value)) return `${name} takes whole numbers.`;
  const number = BigInt(value.replace(/^\+/, ""));
  const [, least, most] = RANGES.find(([types]) => types.test(type)) ?? [];
  if (least === undefined || most === undefined || (number >= least && number <= most)) return null;
  return `${name} takes whole numbers from ${least} to ${most}.`;
}

function jsonFault(value: string, name: string): string | null {
  try {
    JSON.parse(value);
    return null;
  } catch (error) {
    return `${name} takes JSON, and this is none: ${(error as Error).message}`;
  }
}

function timeFault(value: string, name: string, type: string, postgres: boolean): string | null {
  if (!/\d/.test(value) && !(postgres && DAYS.test(value))) {
    const shown = value === "" ? "empty text" : `“${value.slice(0, 40)}”`;
    return `${name} takes ${type.split(/\W/)[0]}s: ${shown} is none.`;
  }
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(value) ?? [];
  // MySQL has days that are partly zero; the server's mode decides about them.
  if (year === undefined || (!postgres && (Number(month) === 0 || Number(day) === 0))) return null;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const good = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
  return good ? null : `There is no day ${year}-${month}-${day}.`;
}

function lengthFault(value: string, name: string, type: string): string | null {
  const most = Number(/^(?:character varying|character|varchar|char)\((\d+)\)$/.exec(type)?.[1] ?? NaN);
  const length = Number.isNaN(most) ? 0 : [...value.trimEnd()].length;
  if (!(length > most)) return null;
  return `${name} takes at most ${formatNumber(most)} characters, and these are ${formatNumber(length)}.`;
}
