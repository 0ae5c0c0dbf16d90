import { accountTitle } from "../../../accounts/words.ts";
import { CloudError } from "../../../aws/errors.ts";
import type { DatabaseRow } from "../../../aws/resources/databases.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import type { Server } from "../../../config/config.ts";
import type { Edit } from "../../../json/edit.ts";
import { ownProperty } from "../../../own_property.ts";
import type { FoundServer } from "../../../sql/found.ts";
import { type AskLogin, awsLogin, type Login, LoginError } from "../../../sql/login/mod.ts";
import {
  databaseKey,
  type DatabaseLoginMethod,
  readDatabaseLogins,
  withDatabaseLogin,
} from "../../../state/database_logins.ts";
import type { Writing } from "../../../state/store.ts";
import { isWayOf } from "../../../ways/ssm/address.ts";
import { untilLoaded } from "../../../resources/until_loaded.ts";
import type { Windows } from "../../windows.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import { foundName } from "./found_name.ts";
import type { ListBase, ListOf } from "./list_of.ts";
import { reachable } from "./reach.ts";
import { createOpenings } from "./openings.ts";
import { reachDatabase } from "./reach_database.ts";
import { reachedPlainly } from "../../server_refusals.ts";
import type { Tunnels } from "../tunnels/tunnels.ts";
import type { WayFinder } from "./way_finder.ts";
import { type DatabaseRequest, databaseTitle, engineOf, httpsOf, loginRefusal } from "./login_methods.ts";
import type { DatabaseTools } from "./tools.ts";
import { present } from "../../../present.ts";

/** The dependencies of {@link createDatabases}. */
interface DatabaseParts extends Pick<ListBase<never>, "roleWork" | "targetOf" | "now"> {
  readonly list: ListOf<DatabaseRow>;
  readonly store: Writing<"databaseLogins" | "databaseSteps">;
  readonly tools: () => Promise<DatabaseTools>;
  /** Returns logins from the keychain, or asks the user for them. */
  readonly login: AskLogin<Server>;
  readonly windows: Pick<Windows, "open">;
  /** Opens a query window. */
  readonly openFound: (found: FoundServer) => Promise<CommandResult>;
  readonly openTunnel: Tunnels["open"];
  readonly wayFinder: WayFinder;
  readonly editConfig: (edit: Edit) => Promise<CommandResult>;
  /** Whether something answers at an address. */
  readonly reach?: typeof reachable;
}

/** Time after which the steps of reaching a database are shown, ms. */
const SEEN_AFTER = 1000;

/** Makes the operations on databases of accounts. */
export function createDatabases(parts: DatabaseParts) {
  const { roleWork, tools, store, list, reach = reachable } = parts;
  const logins = store.slices.databaseLogins;
  const openings = createOpenings(store, parts.now);

  /** Returns the database from the requested list. The list's role is unknown until the list is loaded. */
  const rowOf = (asked: DatabaseRequest) => list(asked).find(`${asked.kind} ${asked.id}`);

  /**
   * Returns the database after loading its list, because the palette may ask for a database whose list was
   * never read. Throws a CloudError.
   */
  async function listed(asked: DatabaseRequest, signal: AbortSignal): Promise<DatabaseRow | undefined> {
    const known = rowOf(asked);
    if (known) return known;
    const rows = list(asked);
    rows.refresh();
    const [fault] = (await untilLoaded(rows.status, signal))?.faults ?? [];
    const row = rowOf(asked);
    if (!fault || row) return row;
    throw new CloudError(fault.message, fault.hint, undefined, fault.code as CloudError["code"]);
  }

  /** Returns the database of the requested list as a server, or a refusal when it cannot be opened now. */
  function serverOf(
    asked: DatabaseRequest,
    row: DatabaseRow | undefined,
    method?: DatabaseLoginMethod,
    role = asked.role,
  ): { server: FoundServer["server"]; row: DatabaseRow; title: string } | CommandResult {
    const { account, id, reader } = asked;
    if (!row) return refusal(`${id} is no longer in the list.`, "Refresh the list.");
    const host = reader ? row.readerHost : row.host;
    const engine = engineOf(row.engine);
    if (host === undefined || row.port === undefined) {
      return refusal(`${id} has no address yet: it is ${row.status}.`, "Refresh the list in a while.");
    }
    if (!engine) return refusal(`Kedge does not speak ${row.engine}.`);
    const title = databaseTitle(asked, (kind) => rowOf({ ...asked, kind }) !== undefined);
    const name = foundName(title, asked, store.get(), roleWork);
    const { port, database } = row;
    const https = httpsOf(row, method, { account, role, region: roleWork.region(asked) }) ?? undefined;
    const server = {
      name,
      engine,
      host,
      port,
      tls: true,
      trust: "aws",
      ...present({ https, database }),
    } as const;
    return { row, title, server };
  }

  function openPage({ account, role, region, id, kind }: DatabaseRequest): void {
    parts.windows.open("databases", { account, ...present({ role, region }), database: id, kind });
  }

  const keyOf = (asked: DatabaseRequest) => databaseKey({ ...asked, region: roleWork.region(asked) });

  /**
   * Finds a way to the database while its steps are shown. Returns null when the user cancelled. Throws a
   * CloudError.
   */
  async function reachedBy(
    asked: DatabaseRequest & { readonly role: string },
    { row, server }: { readonly row: DatabaseRow; readonly server: FoundServer["server"] },
    { choose, seen }: { readonly choose: boolean; readonly seen: boolean },
  ) {
    const key = keyOf(asked);
    // The press may have been on another page, so this opens the page that shows the steps and Cancel.
    const late = seen || row.public ? undefined : setTimeout(() => openPage(asked), SEEN_AFTER);
    const where = { account: asked.account, role: asked.role, region: roleWork.region(asked) };
    const last = ownProperty(logins.get(), key)?.via;
    const known = last !== undefined && isWayOf(last, where) ? last : undefined;
    return await openings.follow(
      key,
      (onStep, signal) =>
        reachDatabase({ row, server, where, known, choose }, { ...parts, reach, onStep }, signal),
    ).finally(() => clearTimeout(late));
  }

  /** Returns how to get a login for each connection. When AWS's login is refused, the user is not asked for another. */
  function loginOf(asked: DatabaseRequest, row: DatabaseRow, method: DatabaseLoginMethod): AskLogin<Server> {
    if (method.way === "password") return parts.login;
    if (method.way === "https") {
      const aws = async (signal: AbortSignal) => (await parts.targetOf(asked)(signal)).at;
      return async (_server, problem, signal) => problem === undefined ? await awsLogin(aws, signal) : null;
    }
    const give = async (server: Server, signal: AbortSignal): Promise<Login> => {
      try {
        const { at } = await parts.targetOf(asked)(signal);
        return await made(server, row, method, at, signal);
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        throw new LoginError(error.sentence, error.hint ?? "Choose another login.");
      }
    };
    return async (server, problem, signal) =>
      problem !== undefined ? null : {
        ...await give(server, signal),
        keep: () => Promise.resolve(),
        again: (signal) => give(server, signal),
      };
  }

  async function made(
    { host, port, database = "dev" }: Server,
    row: DatabaseRow,
    method: Exclude<DatabaseLoginMethod, { way: "password" | "https" }>,
    at: ResourceTarget,
    signal: AbortSignal,
  ): Promise<Login> {
    const all = await tools();
    if (method.way !== "iam") {
      return await all.secretLogin(at, method.way === "secret" ? method.secret : row.secretArn ?? "", signal);
    }
    if (row.kind === "redshift") {
      return await all.redshiftLogin(at, { id: row.id, user: method.user, database }, signal);
    }
    if (row.kind === "redshift-serverless") {
      return await all.serverlessLogin(at, { id: row.id, database }, signal);
    }
    const { region } = at;
    const password = await all.rdsToken(at.credentials, { host, port, region, user: method.user });
    return { user: method.user, password };
  }

  const uses = {
    list,
    /** Restores how databases were opened. */
    restore: (saved: unknown) => logins.update(() => readDatabaseLogins(saved)),
    /** Cancels the opening of a database. */
    cancel(asked: DatabaseRequest): CommandResult {
      openings.cancel(keyOf(asked));
      return { ok: true };
    },
    /**
     * Opens a database in a query window with the chosen login or the one used last. Opens the database's page
     * when neither is known. `choose` asks the user for the way.
     */
    async open(
      asked: DatabaseRequest,
      chosen: DatabaseLoginMethod | undefined,
      choose = false,
    ): Promise<CommandResult> {
      const { account } = asked;
      const key = keyOf(asked);
      const { via: last, ...known } = ownProperty(logins.get(), key) ?? { way: null };
      const method = chosen ?? (known.way === null ? undefined : known);
      if (!method) {
        openPage(asked);
        return { ok: true };
      }
      return await roleWork.as("Open a database", asked, async ({ role, region }, signal) => {
        const here = { ...asked, role, region };
        const there = { ...asked, region };
        const made = serverOf(there, await listed(there, signal), method, role);
        if ("ok" in made) return made;
        const { server, row, title } = made;
        const refused = loginRefusal(row, method);
        if (refused) return refused;
        if (row.status === "stopped") {
          return refusal(`${row.id} is stopped.`, "Start it in the console, then open it.");
        }
        let via = server.https ? undefined : last;
        // A press in the palette opens the query window at once, and the window shows the steps of the last
        // used way.
        if (!server.https && (chosen || via === undefined)) {
          const how = { choose, seen: chosen !== undefined };
          const reached = await reachedBy({ ...asked, role }, made, how);
          if (reached === null) return { ok: true };
          if ("ok" in reached) return reached;
          via = reached.via;
        }
        const opened = await parts.openFound({
          server: via === undefined ? server : { ...server, via },
          env: () => roleWork.known(account)?.env ?? null,
          origin: {
            name: title,
            account: roleWork.known(account)?.name ?? accountTitle(account),
            region,
            ...(via === undefined ? {} : { ways: true }),
          },
          as: JSON.stringify([account, role, method, via]),
          ...(via === undefined ? {} : { anotherWay: () => uses.open(here, method, true) }),
          ...(method.way === "password" ? { asks: true } : {}),
          login: loginOf(here, row, method),
        });
        if (opened.ok) {
          logins.update((before) =>
            withDatabaseLogin(before, key, via === undefined ? method : { ...method, via })
          );
        }
        return opened;
      });
    },
    /** Opens a tunnel to a database for other programs. */
    async tunnel(asked: DatabaseRequest): Promise<CommandResult> {
      return await roleWork.as("Open a tunnel", asked, async ({ role }, signal) => {
        const made = serverOf(asked, await listed(asked, signal), undefined, role);
        if ("ok" in made) return made;
        const { server } = made;
        if (server.https) return refusal(`${asked.id} is asked over HTTPS alone.`, "It needs no tunnel.");
        const reached = await reachedBy({ ...asked, role }, made, { choose: false, seen: false });
        if (reached === null) return { ok: true };
        if ("ok" in reached) return reached;
        const { via } = reached;
        const env = roleWork.known(asked.account)?.env ?? null;
        return via === undefined ? reachedPlainly(server) : parts.openTunnel({ ...server, via }, env);
      });
    },
    /**
     * Adds a database to config.json as a server, over HTTPS if `login` says so. The result's value is
     * `{server}`, the server's name.
     */
    async add(asked: DatabaseRequest, login?: DatabaseLoginMethod): Promise<CommandResult> {
      return await roleWork.as("Add a database", asked, async ({ role }, signal) => {
        const made = serverOf(asked, await listed(asked, signal), login, role);
        if ("ok" in made) return made;
        const { servers } = store.get().config.value;
        const { trust: _, ...server } = made.server;
        const there = servers.find(({ host, port, https }) =>
          host === server.host && port === server.port &&
          JSON.stringify(https) === JSON.stringify(server.https)
        );
        if (there) return refusal(`It is among your servers already, as “${there.name}”.`);
        // It gets a name of its own, because its list opens the database too, also with other logins.
        const name = [asked.id, `${server.name}, server`].find((one) =>
          servers.every(({ name }) => name !== one)
        );
        if (name === undefined) {
          return refusal(
            `There is another server “${asked.id}” in the configuration.`,
            "Rename that one first.",
          );
        }
        const value = { ...server, name };
        const edited = await parts.editConfig({ path: ["servers", servers.length], add: true, value });
        return edited.ok ? { ok: true, value: { server: name } } : edited;
      });
    },
  };
  return uses;
}
