import type { Kind } from "../connection.ts";

/** Types of every PostgreSQL by their number in pg_type: name, and how values are to be taken. */
const TYPES: Readonly<Record<number, readonly [name: string, kind: Kind]>> = {
  16: ["boolean", "boolean"],
  17: ["bytea", "binary"],
  18: ['"char"', "text"],
  19: ["name", "text"],
  20: ["bigint", "integer"],
  21: ["smallint", "integer"],
  23: ["integer", "integer"],
  25: ["text", "text"],
  26: ["oid", "integer"],
  27: ["tid", "text"],
  28: ["xid", "text"],
  114: ["json", "json"],
  142: ["xml", "text"],
  600: ["point", "text"],
  650: ["cidr", "text"],
  700: ["real", "float"],
  701: ["double precision", "float"],
  705: ["unknown", "text"],
  790: ["money", "text"],
  829: ["macaddr", "text"],
  869: ["inet", "text"],
  1042: ["character", "text"],
  1043: ["character varying", "text"],
  1082: ["date", "time"],
  1083: ["time without time zone", "time"],
  1114: ["timestamp without time zone", "time"],
  1184: ["timestamp with time zone", "time"],
  1186: ["interval", "time"],
  1266: ["time with time zone", "time"],
  1560: ["bit", "text"],
  1562: ["bit varying", "text"],
  1700: ["numeric", "decimal"],
  2205: ["regclass", "text"],
  2249: ["record", "text"],
  2278: ["void", "text"],
  2950: ["uuid", "text"],
  3220: ["pg_lsn", "text"],
  3614: ["tsvector", "text"],
  3615: ["tsquery", "text"],
  3802: ["jsonb", "json"],
  4072: ["jsonpath", "text"],
};

/** Arrays of every PostgreSQL: the array's number and its element's. */
const ARRAYS: Readonly<Record<number, number>> = {
  1000: 16,
  1001: 17,
  1003: 19,
  1005: 21,
  1007: 23,
  1009: 25,
  1014: 1042,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1028: 26,
  1041: 869,
  1115: 1114,
  1182: 1082,
  1183: 1083,
  1185: 1184,
  1187: 1186,
  1231: 1700,
  199: 114,
  2951: 2950,
  3807: 3802,
};

/** Length and precision lie behind four bytes of the modifier. */
const HEADER = 4;

/**
 * A type as SQL names it, with its modifier: `numeric(10,2)`, `integer[]`. A type that not every server has
 * (enums, domains, extensions) is told by its number alone: `type 16385`.
 */
export function typeOf(number: number, modifier: number): { readonly type: string; readonly kind: Kind } {
  const element = ARRAYS[number];
  if (element !== undefined) return { type: `${named(element, modifier)}[]`, kind: "text" };
  return { type: named(number, modifier), kind: TYPES[number]?.[1] ?? "text" };
}

function named(number: number, modifier: number): string {
  const name = TYPES[number]?.[0];
  if (name === undefined) return `type ${number}`;
  if (modifier < 0) return name;
  switch (number) {
    case 1042:
    case 1043:
      return `${name}(${modifier - HEADER})`;
    case 1560:
    case 1562:
      return `${name}(${modifier})`;
    case 1700: {
      const scale = ((modifier - HEADER) & 0x7ff ^ 1024) - 1024;
      return `${name}(${(modifier - HEADER) >> 16 & 0xffff},${scale})`;
    }
    case 1083:
    case 1114:
    case 1184:
    case 1266:
      return name.replace(/^(time(?:stamp)?)/, `$1(${modifier})`);
    default:
      return name;
  }
}
