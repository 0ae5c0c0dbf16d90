import * as athena from "@aws-sdk/client-athena";
import * as cloudwatchLogs from "@aws-sdk/client-cloudwatch-logs";
import * as rdsData from "@aws-sdk/client-rds-data";
import * as redshiftData from "@aws-sdk/client-redshift-data";
import * as resourceExplorer from "@aws-sdk/client-resource-explorer-2";

/** A shape of an official client: kind, namespace, name, traits, then its members. */
type Schema = readonly unknown[];

const MODELS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  athena,
  "cloudwatch-logs": cloudwatchLogs,
  "rds-data": rdsData,
  "redshift-data": redshiftData,
  "resource-explorer-2": resourceExplorer,
};

/** Simple shapes by their numbers in the clients. */
const SIMPLE: Readonly<Record<number, string>> = {
  0: "string",
  1: "number",
  2: "boolean",
  4: "time",
  21: "blob",
};

/**
 * Returns how a value differs from the official client of a service: unknown fields, values of other kinds,
 * or missing required fields. Returns null when it conforms. The shapes are those in AWS's own packages.
 */
export function unlikeOfficial(service: string, shape: string, value: unknown): string | null {
  const model = MODELS[service];
  // Some shapes are called input and output.
  const schema = model?.[`${shape}$`] ??
    model?.[`${shape.replace(/Request$/, "Input").replace(/Response$/, "Output")}$`];
  if (!Array.isArray(schema)) return `${service} has no shape ${shape}`;
  return unlike(schema, value, shape);
}

function unlike(given: unknown, value: unknown, at: string): string | null {
  const schema = resolved(given);
  if (value === null) return null;
  if (typeof schema === "number") {
    if (schema & 128) return typeof value === "object" ? null : `${at} is no map`;
    if (schema & 64) return Array.isArray(value) ? null : `${at} is no list`;
    const kind = SIMPLE[schema & 31] ?? "any";
    const is = typeof value;
    const right = kind === "any" || is === kind || kind === "blob" && is === "string" ||
      kind === "time" && (is === "number" || is === "string");
    return right ? null : `${at} is ${is}, not ${kind}`;
  }
  const kind = schema[0];
  if (kind === 0) return null;
  // A list of plain values has only a number as its schema.
  if (kind === 1) {
    if (!Array.isArray(value)) return `${at} is no list`;
    return first(value.map((item, i) => unlike(schema[4], item, `${at}[${i}]`)));
  }
  if (kind === 2) {
    if (typeof value !== "object") return `${at} is no map`;
    return first(Object.entries(value).map(([key, item]) => unlike(schema[5], item, `${at}.${key}`)));
  }
  if (typeof value !== "object" || Array.isArray(value)) return `${at} is no structure`;
  const names = schema[4] as string[], members = schema[5] as unknown[];
  const required = typeof schema[6] === "number" ? names.slice(0, schema[6]) : [];
  const missing = required.find((name) => (value as Record<string, unknown>)[name] === undefined);
  if (missing !== undefined) return `${at}.${missing} is missing`;
  return first(
    Object.entries(value).map(([name, item]) => {
      const index = names.indexOf(name);
      return index < 0 ? `${at}.${name} is unknown` : unlike(members[index], item, `${at}.${name}`);
    }),
  );
}

/** Returns a shape. Shapes may be wrapped in functions, and together with traits in a list of two. */
function resolved(schema: unknown): number | Schema {
  if (typeof schema === "function") return resolved((schema as () => unknown)());
  if (typeof schema === "number") return schema;
  const list = schema as Schema;
  return list.length <= 2 && typeof list[0] !== "string" &&
      (typeof list[0] === "function" || Array.isArray(list[0]) || list.length === 2)
    ? resolved(list[0])
    : list;
}

const first = (faults: readonly (string | null)[]) => faults.find((fault) => fault !== null) ?? null;
