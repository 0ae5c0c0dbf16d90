import { engineOf } from "../../core/app/features/resources/login_methods.ts";
import { reachable } from "../../core/app/features/resources/reach.ts";
import { waysIn } from "../../core/aws/managed/ways_in.ts";
import { type DatabaseRow, databases } from "../../core/aws/resources/databases.ts";
import type { ResourceTarget } from "../../core/aws/resources/target.ts";
import type { Server } from "../../core/config/config.ts";
import { databaseKey, readDatabaseLogins } from "../../core/state/database_logins.ts";
import { readStateFile } from "../../core/state/state_file.ts";
import { suggest } from "../../core/text/suggest.ts";
import { isWayOf, ssmAddress } from "../../core/ways/ssm/address.ts";
import type { RoleTarget } from "../accounts/target.ts";
import { tell } from "../accounts/reporting.ts";
import { surroundings, targetOf } from "../accounts/surroundings.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";

/** How long a connection attempt to the database's address may take before ways are looked for, in ms. */
const SILENT = 4000;

/**
 * The target of a tunnel, and the addresses of ways to try, the best one first. Without ways the target is
 * reached directly.
 */
export interface Tunnelled {
  readonly server: Server;
  readonly vias: readonly string[];
  /** The next step when no way works. */
  readonly hint: string;
}

/**
 * Finds a database of an account and the ways to it. Prints a fault and returns the exit status. Throws a
 * CloudError.
 */
export async function foundDatabase(
  args: Args,
  { database: id, ...target }: RoleTarget & { readonly database: string },
  signal: AbortSignal,
): Promise<Tunnelled | number> {
  const step = (text: string) => void (args.json || console.error(text));
  const around = surroundings();
  const where = await targetOf(args, around, signal, target);
  if (!where) return EXIT.usage;
  const { account, role, region } = where;
  const at: ResourceTarget = {
    region,
    credentials: await around.cloud.credentials(where, signal),
  };
  step(`Looking for ${id} in ${region}…`);
  const row = await rowOf(args, at, id, signal);
  if (typeof row === "number") return row;
  const { host, port } = row, engine = engineOf(row.engine);
  if (engine === null) return tell(args, `Kedge does not speak ${row.engine}`, undefined, EXIT.usage);
  if (row.kind === "athena") {
    return tell(args, `${id} is asked over HTTPS alone`, "It needs no tunnel: kedge --query", EXIT.usage);
  }
  if (host === undefined || port === undefined) {
    return tell(args, `${id} has no address yet: it is ${row.status}`, undefined, EXIT.failed);
  }
  const server: Server = {
    name: id,
    engine,
    host,
    port,
    tls: true,
    ...(row.database === undefined ? {} : { database: row.database }),
  };
  const key = databaseKey({ account, region, kind: row.kind, id });
  const last = readDatabaseLogins((await readStateFile(around.paths)).databaseLogins)[key]?.via;
  // A way that was used with another role is kept for commands that name that role.
  const known = last !== undefined && isWayOf(last, where) ? last : undefined;
  if (known === undefined && await reachable(host, port, SILENT, signal) === null) {
    return { server, vias: [], hint: "" };
  }
  step("Looking for ways through its account…");
  const { ways, missing } = await waysIn(at, { groups: row.groups ?? [], port }, signal);
  const found = ways.map(({ through }) => ssmAddress({ account, role, region, through }));
  const vias = [...new Set([...(known === undefined ? [] : [known]), ...found])];
  const lacks = missing.slice(0, 3).join(" ");
  if (vias.length > 0) return { server, vias, hint: lacks };
  return tell(
    args,
    `${id} is not reached from this network, and no way in its account leads there`,
    lacks,
    EXIT.failed,
  );
}

/** Returns the database with this name. Prints a fault and returns the exit status. */
async function rowOf(
  args: Args,
  at: ResourceTarget,
  id: string,
  signal: AbortSignal,
): Promise<DatabaseRow | number> {
  const { databases: all, faults } = await databases(at, signal);
  const [row, twin] = all.filter((one) => one.id === id);
  if (row && !twin) return row;
  if (row && twin) {
    return tell(
      args,
      `a ${row.kind} and a ${twin.kind} are called "${id}"`,
      "Add the one that you mean to your servers in Kedge, then name that server.",
      EXIT.usage,
    );
  }
  const meant = suggest(id, all.map((one) => one.id));
  return tell(
    args,
    `${at.region} has no database "${id}"`,
    meant !== undefined
      ? `Did you mean "${meant}"?`
      : faults.length > 0
      ? faults[0]!.message
      : "See what there is: kedge --databases; --region names another region.",
    EXIT.failed,
  );
}
