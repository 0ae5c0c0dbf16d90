import type { DatabaseRow } from "../../../aws/resources/databases.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import { sortedByName } from "../../../text/natural.ts";
import { createLists, type ListBase, type Lists, resourceList } from "./list_of.ts";
import type { DatabaseTools } from "./tools.ts";

/** A list of this age is asked for anew, ms. */
const FRESH = 60_000;

/** The lists of managed databases, by name. */
export function databaseLists(
  { roleWork, placeOf, cached, now, onError, tools }: ListBase<DatabaseRow> & {
    readonly tools: () => Promise<DatabaseTools>;
  },
): Lists<DatabaseRow> {
  return createLists((asked) => {
    const region = roleWork.region(asked);
    const source = (index: 0 | 1 | 2) =>
      async function* (at: ResourceTarget, signal: AbortSignal) {
        yield await (await tools()).DATABASE_SOURCES[index](at, signal);
      };
    return resourceList<DatabaseRow>({
      region,
      place: (signal) => placeOf(asked)(signal),
      sources: [source(0), source(1), source(2)],
      key: ({ kind, id }) => `${kind} ${id}`,
      title: ({ id }) => id,
      around: ({ engine, host = "", database = "", status }) => `${engine} ${host} ${database} ${status}`,
      arrange: (rows) => sortedByName(rows, ({ id }) => id),
      cached: cached(
        { holding: "databases", account: asked.account, role: asked.role ?? null, region },
        cachedDatabase,
      ),
      fresh: FRESH,
      now: now,
      onError: onError,
    });
  });
}

const KINDS: readonly unknown[] = ["rds", "aurora", "redshift", "redshift-serverless"];
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
] as const;

/** What is kept of a database; nothing of it is a secret. */
export function cachedDatabase(value: unknown): DatabaseRow | null {
  const cached = (typeof value === "object" && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  const text = (name: string) => {
    const one = cached[name];
    return typeof one === "string" && one !== "" && one.length <= 2048 ? { [name]: one } : {};
  };
  const { kind, port, members, iam, public: open } = cached;
  const texts: Readonly<Record<string, string>> = Object.assign({}, ...TEXTS.map(text));
  const { id, engine, status } = texts;
  if (!KINDS.includes(kind) || id === undefined || engine === undefined || status === undefined) return null;
  return {
    ...texts,
    id,
    engine,
    status,
    kind: kind as DatabaseRow["kind"],
    ...(typeof port === "number" && port > 0 && port < 65_536 ? { port } : {}),
    ...(Array.isArray(members)
      ? { members: members.filter((one) => typeof one === "string").slice(0, 100) }
      : {}),
    iam: iam === true,
    public: open === true,
  };
}
