import type { Kind } from "../connection.ts";

/**
 * Types by their number in pg_type, for all versions of PostgreSQL; the last four are Redshift's. Numbers
 * never change.
 */
const TYPES = table(`
  16 boolean, 17 bytea, 18 "char", 19 name, 20 bigint, 21 smallint, 23 integer, 24 regproc, 25 text,
  26 oid, 27 tid, 28 xid, 29 cid, 32 pg_ddl_command, 114 json, 142 xml, 194 pg_node_tree, 600 point,
  601 lseg, 602 path, 603 box, 604 polygon, 628 line, 650 cidr, 700 real, 701 double precision, 702
  abstime, 703 reltime, 704 tinterval, 705 unknown, 718 circle, 774 macaddr8, 790 money, 829 macaddr,
  869 inet, 1033 aclitem, 1042 character, 1043 character varying, 1082 date, 1083 time without time
  zone, 1114 timestamp without time zone, 1184 timestamp with time zone, 1186 interval, 1266 time with
  time zone, 1560 bit, 1562 bit varying, 1700 numeric, 1790 refcursor, 2202 regprocedure, 2203
  regoper, 2204 regoperator, 2205 regclass, 2206 regtype, 2249 record, 2275 cstring, 2276 "any", 2277
  anyarray, 2278 void, 2279 trigger, 2283 anyelement, 2776 anynonarray, 2950 uuid, 2970 txid_snapshot,
  3220 pg_lsn, 3361 pg_ndistinct, 3402 pg_dependencies, 3500 anyenum, 3614 tsvector, 3615 tsquery,
  3642 gtsvector, 3734 regconfig, 3769 regdictionary, 3802 jsonb, 3831 anyrange, 3838 event_trigger,
  3904 int4range, 3906 numrange, 3908 tsrange, 3910 tstzrange, 3912 daterange, 3926 int8range, 4072
  jsonpath, 4089 regnamespace, 4096 regrole, 4191 regcollation, 4451 int4multirange, 4532
  nummultirange, 4533 tsmultirange, 4534 tstzmultirange, 4535 datemultirange, 4536 int8multirange,
  4537 anymultirange, 4600 pg_brin_bloom_summary, 4601 pg_brin_minmax_multi_summary, 5017 pg_mcv_list,
  5038 pg_snapshot, 5069 xid8, 22 int2vector, 30 oidvector, 3000 geometry, 3999 geometry, 4000 super,
  6551 varbyte`);

/** Number of an array type, then number of its element type, for all versions of PostgreSQL. */
const ARRAYS = table(`
  143 142, 199 114, 271 5069, 629 628, 651 650, 719 718, 775 774, 791 790, 1000 16, 1001 17, 1002 18,
  1003 19, 1005 21, 1006 22, 1007 23, 1008 24, 1009 25, 1010 27, 1011 28, 1012 29, 1013 30, 1014 1042,
  1015 1043, 1016 20, 1017 600, 1018 601, 1019 602, 1020 603, 1021 700, 1022 701, 1023 702, 1024 703,
  1025 704, 1027 604, 1028 26, 1034 1033, 1040 829, 1041 869, 1115 1114, 1182 1082, 1183 1083, 1185
  1184, 1187 1186, 1231 1700, 1263 2275, 1270 1266, 1561 1560, 1563 1562, 2201 1790, 2207 2202, 2208
  2203, 2209 2204, 2210 2205, 2211 2206, 2287 2249, 2949 2970, 2951 2950, 3221 3220, 3643 3614, 3644
  3642, 3645 3615, 3735 3734, 3770 3769, 3807 3802, 3905 3904, 3907 3906, 3909 3908, 3911 3910, 3913
  3912, 3927 3926, 4073 4072, 4090 4089, 4097 4096, 4192 4191, 5039 5038, 6150 4451, 6151 4532, 6152
  4533, 6153 4534, 6155 4535, 6157 4536`);

/** Types whose values are not plain text, and how to read them. */
const KINDS: readonly (readonly [kind: Kind, numbers: readonly number[]])[] = [
  ["boolean", [16]],
  ["binary", [17]],
  ["integer", [20, 21, 23, 26]],
  ["float", [700, 701]],
  ["decimal", [1700]],
  ["time", [1082, 1083, 1114, 1184, 1186, 1266]],
  ["json", [114, 3802, 4000]],
];

function table(text: string): ReadonlyMap<number, string> {
  const entries = text.trim().split(/,\s+/).map((entry) => /^(\d+)\s+([^]+)$/.exec(entry)!);
  return new Map(entries.map(([, number, name]) => [Number(number), name!.replaceAll(/\s+/g, " ")]));
}

/** Names of the types that one server has in addition: enums, domains, types of extensions. */
export type UserTypes = ReturnType<typeof createUserTypes>;

/** Name of the first column of the answer, by which the answer is recognized. */
export const QUESTION_MARK = "kedge_type";
/** Maximum types that are read. */
const MAX_COUNT = 5000;
/** Types with lower numbers are built into the server. */
const FIRST_USER_TYPE = 16384;
/** Leaves out the row types of tables and their arrays, because people do not use them as column types. */
const QUESTION = `select t.oid as ${QUESTION_MARK}, format_type(t.oid, null) from pg_type t
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  left join pg_class c on c.oid = coalesce(e.typrelid, t.typrelid)
  where t.oid >= ${FIRST_USER_TYPE} and (c.oid is null or c.relkind = 'c') order by t.oid desc limit ${MAX_COUNT}`;

/** Returns the type names of a connection's server, none known yet. */
export function createUserTypes() {
  const names = new Map<number, string>();
  const unknown = new Set<number>();
  let wanted = true;
  return {
    /** The query to run for these names. Null once it was run, until a type occurs that its answer did not contain. */
    get question() {
      return wanted ? QUESTION : null;
    },
    /** Adds a row of the answer. */
    learn: (number: string, name: string) => void names.set(Number(number), name),
    /** Called when the answer is complete. */
    asked: () => void (wanted = false),
    /** Returns the name of a type. Undefined when it is not known; the query is then to be run again. */
    nameOf(number: number): string | undefined {
      const name = names.get(number);
      // A type that the server does not know is asked about once, and not with each statement.
      if (name === undefined && !unknown.has(number)) {
        unknown.add(number);
        wanted = true;
      }
      return name;
    },
  };
}

/** Number that PostgreSQL adds to length and precision in the modifier. */
const HEADER = 4;

/**
 * Returns a type named as in SQL with its modifier: `numeric(10,2)`, `integer[]`. A type that is not known is
 * named by its number: `type 16385`.
 */
export function typeOf(
  number: number,
  modifier: number,
  userTypes: Pick<UserTypes, "nameOf">,
): { readonly type: string; readonly kind: Kind } {
  const element = ARRAYS.get(number);
  if (element !== undefined) {
    return { type: `${named(Number(element), modifier, userTypes)}[]`, kind: "text" };
  }
  const kind = KINDS.find(([, numbers]) => numbers.includes(number))?.[0] ?? "text";
  return { type: named(number, modifier, userTypes), kind };
}

function named(number: number, modifier: number, userTypes: Pick<UserTypes, "nameOf">): string {
  const name = TYPES.get(number) ?? userTypes.nameOf(number);
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
