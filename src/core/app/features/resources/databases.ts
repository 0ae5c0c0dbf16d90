import { CloudError } from "../../../aws/errors.ts";
import type { DatabaseRow } from "../../../aws/resources/databases.ts";
import type { ResourcePlace } from "../../../aws/resources/place.ts";
import type { Server } from "../../../config/config.ts";
import type { Edit } from "../../../json/edit.ts";
import type { Engine } from "../../../sql/engines/mod.ts";
import { type FoundServer, LoginFailure } from "../../../sql/found.ts";
import type { AskLogin, Login } from "../../../sql/login/mod.ts";
import type { StateStore } from "../../../state/store.ts";
import type { AskedRole } from "../../as_role.ts";
import { type CommandResult, refusal } from "../../result.ts";
import { createLists, type ListBase, type PlaceList, placeList } from "./list_of.ts";
import { reachable } from "./reach.ts";
import type { DatabaseTools } from "./tools.ts";

/** With what somebody signs in to a found database. */
export type DatabaseLoginWay =
  /** A token of IAM, made for each connection. */
  | { readonly way: "iam"; readonly user: string }
  /** The secret that AWS keeps the master's password in. */
  | { readonly way: "managed" }
  /** Another secret of the account. */
  | { readonly way: "secret"; readonly secret: string }
  /** A password that the user has, from the keychain or asked for. */
  | { readonly way: "password" };

/** A database, and where it is. */
type AskedDatabase = AskedRole & {
  readonly kind: DatabaseRow["kind"];
  readonly id: string;
  /** At the endpoint of its readers. */
  readonly reader?: boolean | undefined;
};

/** What is done with managed databases. */
export interface DatabaseUses {
  readonly list: (asked: AskedRole) => PlaceList<DatabaseRow>;
  /** Nothing of the lists is known any more. */
  forget(): void;
  /** Opens it in a query window. */
  open(asked: AskedDatabase, login: DatabaseLoginWay): Promise<CommandResult>;
  /** Writes it into config.json; the result's value is `{server}`, its name there. */
  add(asked: AskedDatabase): Promise<CommandResult>;
}

/** What {@link createDatabases} works with. */
interface DatabaseParts extends ListBase<DatabaseRow> {
  readonly store: StateStore;
  readonly tools: () => Promise<DatabaseTools>;
  /** Logins from the keychain, or asked for. */
  readonly login: AskLogin<Server>;
  /** Opens a query window. */
  readonly openFound: (found: FoundServer) => Promise<CommandResult>;
  readonly editConfig: (edit: Edit) => Promise<CommandResult>;
  /** Whether something answers at an address. */
  readonly reach?: typeof reachable;
}

/** A list of this age is asked for anew, ms. */
const FRESH = 60_000;
/** So long an address may be silent before the user is told why it may be, ms. */
const REACH_LIMIT = 4000;

/** Makes what is done with managed databases. */
export function createDatabases(parts: DatabaseParts): DatabaseUses {
  const { roleWork, tools, store, reach = reachable } = parts;

  const list = createLists((asked) => {
    const region = roleWork.region(asked);
    const source = (index: 0 | 1 | 2) =>
      async function* (at: ResourcePlace, signal: AbortSignal) {
        yield await (await tools()).DATABASE_SOURCES[index](at, signal);
      };
    return placeList<DatabaseRow>({
      region,
      place: parts.placeOf(asked),
      sources: [source(0), source(1), source(2)],
      key: ({ kind, id }) => `${kind} ${id}`,
      title: ({ id }) => id,
      around: ({ engine, host = "", database = "", status }) => `${engine} ${host} ${database} ${status}`,
      arrange: (rows) => rows.toSorted((a, b) => a.id < b.id ? -1 : 1),
      kept: parts.kept(
        { holding: "databases", account: asked.account, role: asked.role ?? null, region },
        keptDatabase,
      ),
      fresh: FRESH,
      now: parts.now,
      onError: parts.onError,
    });
  });

  /** The database as a server; a refusal when it cannot be one now. */
  function serverOf(
    asked: AskedDatabase,
  ): { server: FoundServer["server"]; row: DatabaseRow } | CommandResult {
    const { account, role, region, kind, id, reader } = asked;
    const row = list({ account, role, region }).find(`${kind} ${id}`);
    if (!row) return refusal(`${id} is no longer in the list.`, "Ask anew.");
    const host = reader ? row.readerHost : row.host;
    const engine = engineOf(row.engine);
    if (host === undefined || row.port === undefined) {
      return refusal(`${id} has no address yet: it is ${row.status}.`, "Ask anew in a while.");
    }
    if (!engine) return refusal(`Kedge does not speak ${row.engine}.`);
    const known = roleWork.known(account);
    const where = roleWork.region({ account, region });
    // The keychain keeps a password under this name: it must be no other account's.
    const twin = store.get().accounts.some(({ accountId, name }) =>
      name === known?.name && accountId !== account
    );
    const owner = known?.name === undefined || twin ? account : known.name;
    const place = [owner, ...(where === known?.region ? [] : [where])].join(", ");
    const name = `${id}${reader ? " readers" : ""} (${place})`;
    const { port, database } = row;
    return {
      row,
      server: {
        name,
        engine,
        host,
        port,
        tls: true,
        trust: "aws",
        ...(database === undefined ? {} : { database }),
      },
    };
  }

  /** Gives a login of AWS for each connection; nobody is asked for another when it is refused. */
  function loginOf(asked: AskedDatabase, row: DatabaseRow, way: DatabaseLoginWay): AskLogin<Server> {
    if (way.way === "password") return parts.login;
    return async (server, problem, signal) => {
      if (problem !== undefined) return null;
      try {
        const { at } = await parts.placeOf(asked)(signal);
        return { ...await made(server, row, way, at, signal), keep: () => Promise.resolve() };
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        throw new LoginFailure(error.message, error.hint ?? "Choose another login.");
      }
    };
  }

  async function made(
    { host, port, database = "dev" }: Server,
    row: DatabaseRow,
    way: Exclude<DatabaseLoginWay, { way: "password" }>,
    at: ResourcePlace,
    signal: AbortSignal,
  ): Promise<Login> {
    const all = await tools();
    if (way.way !== "iam") {
      return await all.secretLogin(at, way.way === "secret" ? way.secret : row.secretArn ?? "", signal);
    }
    if (row.kind === "redshift") {
      return await all.redshiftLogin(at, { id: row.id, user: way.user, database }, signal);
    }
    if (row.kind === "redshift-serverless") {
      return await all.serverlessLogin(at, { id: row.id, database }, signal);
    }
    const { region } = at.place;
    const password = await all.rdsToken(at.credentials, { host, port, region, user: way.user });
    return { user: way.user, password };
  }

  return {
    list,
    forget: list.forget,
    open: (asked, way) =>
      roleWork.as("Open a database", asked, async ({ role }, signal) => {
        const made = serverOf(asked);
        if ("ok" in made) return made;
        const { server, row } = made;
        const refused = loginRefusal(row, way);
        if (refused) return refused;
        if (row.status === "stopped") {
          return refusal(`${row.id} is stopped.`, "Start it in the console, then open it.");
        }
        const silent = await reach(server.host, server.port, REACH_LIMIT, signal);
        if (silent !== null) {
          return unreached(row, server, silent);
        }
        const env = roleWork.known(asked.account)?.env ?? null;
        return await parts.openFound({ server, env, login: loginOf({ ...asked, role }, row, way) });
      }),
    async add(asked) {
      const made = serverOf(asked);
      if ("ok" in made) return made;
      const { servers } = store.get().config.value;
      const { trust: _, ...server } = made.server;
      const there = servers.find(({ host, port }) => host === server.host && port === server.port);
      if (there) return refusal(`It is among your servers already, as “${there.name}”.`);
      // Under a name of its own: it is opened from here with other logins as well.
      const name = [asked.id, `${server.name}, server`].find((one) =>
        servers.every(({ name }) => name !== one)
      );
      if (name === undefined) {
        return refusal(
          `There is another server “${asked.id}” in the configuration.`,
          "Rename that one first.",
        );
      }
      const edited = await parts.editConfig({
        path: ["servers", servers.length],
        value: { ...server, name },
      });
      return edited.ok ? { ok: true, value: { server: name } } : edited;
    },
  };
}

/** Why this way cannot be gone; null when it can be tried. */
function loginRefusal(
  { kind, iam, secretArn, id }: DatabaseRow,
  login: DatabaseLoginWay,
): CommandResult | null {
  if (login.way === "iam" && !iam) {
    return refusal(
      `${id} takes no tokens: IAM login is switched off.`,
      "Switch it on, or choose another login.",
    );
  }
  // The user of a workgroup is named by AWS.
  if (login.way === "iam" && login.user === "" && kind !== "redshift-serverless") {
    return refusal("Name the user of the database.");
  }
  if (login.way === "managed" && !secretArn) {
    return refusal(`AWS manages no secret for ${id}.`, "Choose another login.");
  }
  return null;
}

/** Why nothing answers, as far as can be told from here. */
function unreached(
  { public: open, id }: DatabaseRow,
  { host, port }: Server,
  why: "silent" | "refused" | "unknown",
) {
  const address = `${host}:${port}`;
  const said = why === "unknown"
    ? `There is no address for ${host} here`
    : why === "refused"
    ? `${address} refuses connections`
    : `${address} does not answer`;
  return open
    ? refusal(`${said}.`, "It is public: see whether its security group lets this network in.")
    : refusal(
      `${said}: ${id} is not public, so that it is reached from within its network only.`,
      "Connect the VPN that leads there, or open a tunnel and add it to your servers by the tunnel's address.",
    );
}

/** What Kedge speaks to an engine of AWS; null for what it does not. */
function engineOf(engine: string): Engine | null {
  if (engine === "redshift") return "redshift";
  if (/postgres/.test(engine)) return "postgres";
  return /mysql|mariadb/.test(engine) ? "mysql" : null;
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
export function keptDatabase(value: unknown): DatabaseRow | null {
  const kept = (typeof value === "object" && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  const text = (name: string) => {
    const one = kept[name];
    return typeof one === "string" && one !== "" && one.length <= 2048 ? { [name]: one } : {};
  };
  const { kind, port, members, iam, public: open } = kept;
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
