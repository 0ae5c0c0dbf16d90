import type { DatabaseRow } from "../../../aws/resources/databases.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import type { Arn } from "../../../aws/wire/arn.ts";
import { lazyImport } from "../../../lazy_import.ts";
import { sortedByName } from "../../../text/natural.ts";
import { databaseId } from "../../resource_key.ts";
import type { KindOfResource } from "../kind.ts";
import { fieldsOf } from "../../../json_values.ts";

type Tools = Pick<typeof import("../../../aws/resources/databases.ts"), "DATABASE_SOURCES">;

/** The kind of resource for databases, listed by these tools. */
export const databasesBy = (tools: () => Promise<Tools>): KindOfResource<DatabaseRow> => ({
  name: "databases",
  title: "Databases",
  synonyms: "rds, aurora, redshift, athena, sql",
  icon: "server",
  sorts: [{
    name: "database",
    label: "Database",
    heading: "Databases",
    nameOf: ({ id, kind, engine }) => ({ name: id, id: databaseId(kind, id), of: engine, kind }),
    params: ({ name, kind = "" }) => ({ database: name, kind }),
    idIn: ({ database, kind }) =>
      database === undefined || kind === undefined ? null : databaseId(kind, database),
    configured: () => [],
  }],
  list: () => ({
    sources: ([0, 1, 2, 3] as const).map((source) =>
      async function* (at: ResourceTarget, signal: AbortSignal) {
        yield* (await tools()).DATABASE_SOURCES[source](at, signal);
      }
    ),
    key: ({ kind, id }) => `${kind} ${id}`,
    title: ({ id }) => id,
    around: ({ engine, host = "", database = "", status }) => `${engine} ${host} ${database} ${status}`,
    arrange: (rows) => sortedByName(rows, ({ id }) => id),
    fresh: 60_000,
  }),
  cachedRow,
  // ARNs of Redshift workgroups do not contain the name, so an index cannot give all databases.
  indexed: { complete: false, row: indexedRow },
  words: ({ id, engine }) => ({ title: id, detail: engine }),
});

/** Databases of RDS and Aurora, clusters and workgroups of Redshift, and workgroups of Athena. */
export const databasesKind = databasesBy(() =>
  lazyImport("../../../aws/resources/databases.ts", import.meta.url)
);

/** Kinds of databases. Databases of different kinds may have the same identifier. */
export const DATABASE_KINDS: readonly DatabaseRow["kind"][] = [
  "rds",
  "aurora",
  "redshift",
  "redshift-serverless",
  "athena",
];
const TEXTS = [
  "id",
  "engine",
  "status",
  "version",
  "host",
  "readerHost",
  "database",
  "user",
  "secretArn",
  "dataApi",
] as const;

/** Checks a cached database. None of its fields is a secret. */
function cachedRow(value: unknown): DatabaseRow | null {
  const cached = fieldsOf(value);
  const text = (name: string) => {
    const one = cached[name];
    return typeof one === "string" && one !== "" && one.length <= 2048 ? { [name]: one } : {};
  };
  const list = (name: string, most: number) => {
    const all = cached[name];
    if (!Array.isArray(all)) return {};
    return { [name]: all.filter((one) => typeof one === "string").slice(0, most) };
  };
  const { port, iam, public: open } = cached;
  const kind = DATABASE_KINDS.find((one) => one === cached.kind);
  const texts: Readonly<Record<string, string>> = Object.assign({}, ...TEXTS.map(text));
  const { id, engine, status } = texts;
  if (!kind || id === undefined || engine === undefined || status === undefined) return null;
  return {
    ...texts,
    id,
    engine,
    status,
    kind,
    ...(typeof port === "number" && port > 0 && port < 65_536 ? { port } : {}),
    ...list("members", 100),
    ...list("groups", 50),
    iam: iam === true,
    public: open === true,
  };
}

/** By service and resource type: the most likely kind of database, and its engine until AWS names the engine. */
const INDEXED: readonly (readonly [form: RegExp, kind: DatabaseRow["kind"], engine: string])[] = [
  [/^rds:db:([A-Za-z][A-Za-z0-9-]{0,62})$/, "rds", "RDS"],
  [/^rds:cluster:([A-Za-z][A-Za-z0-9-]{0,62})$/, "aurora", "RDS cluster"],
  [/^redshift:cluster:([a-z][a-z0-9-]{0,62})$/, "redshift", "redshift"],
  [/^athena:workgroup\/([\w.-]{1,128})$/, "athena", "athena"],
];

/** Returns the database that an ARN names; null for any other resource. */
function indexedRow({ service, resource }: Arn): DatabaseRow | null {
  for (const [form, kind, engine] of INDEXED) {
    const id = form.exec(`${service}:${resource}`)?.[1];
    if (id !== undefined) return { kind, id, engine, status: "unknown", iam: false, public: false };
  }
  return null;
}
