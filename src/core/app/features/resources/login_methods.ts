import type { DatabaseRow } from "../../../aws/resources/databases.ts";
import type { Server } from "../../../config/config.ts";
import { DATABASE_KINDS } from "../../../resources/kinds/databases/mod.ts";
import type { Engine } from "../../../sql/engines/mod.ts";
import type { DatabaseLoginMethod } from "../../../state/database_logins.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import type { RoleRequest } from "../../as_role.ts";
import { present } from "../../../present.ts";

/** A database with its account, role and region. */
export type DatabaseRequest = RoleRequest & {
  readonly kind: DatabaseRow["kind"];
  readonly id: string;
  /** Whether to use the endpoint of the read replicas. */
  readonly reader?: boolean | undefined;
};

/** Kinds of databases that accept a role's credentials over HTTPS without a further login. */
const ROLE_SIGNS: ReadonlySet<string> = new Set(["redshift", "redshift-serverless", "athena"]);

/**
 * Returns what a database is called in query windows. The kind follows the identifier when a database of
 * another kind has the same one; `has` tells whether there is one of a kind.
 */
export function databaseTitle(
  { kind, id, reader }: Pick<DatabaseRequest, "kind" | "id" | "reader">,
  has: (kind: DatabaseRow["kind"]) => boolean,
): string {
  const twin = DATABASE_KINDS.some((other) => other !== kind && has(other));
  return `${id}${twin ? `, ${kind}` : ""}${reader ? " readers" : ""}`;
}

/** Returns why the database cannot be opened with this login; null when it can be tried. */
export function loginRefusal(
  { kind, iam, secretArn, dataApi, id }: DatabaseRow,
  login: DatabaseLoginMethod,
): CommandResult | null {
  if (login.way === "iam" && !iam) {
    return refusal(
      `${id} takes no tokens: IAM login is switched off.`,
      "Switch it on, or choose another login.",
    );
  }
  if (kind === "athena" && login.way !== "https") {
    return refusal(`${id} is a workgroup of Athena: it is asked over HTTPS alone.`, "Choose that.");
  }
  if (login.way === "https" && dataApi === undefined && !ROLE_SIGNS.has(kind)) {
    return refusal(
      `The Data API of ${id} is switched off.`,
      "Switch it on in the console and refresh the list, or choose another login.",
    );
  }
  // AWS chooses the user of a workgroup.
  if (login.way === "iam" && login.user === "" && kind !== "redshift-serverless") {
    return refusal("Name the user of the database.");
  }
  if (login.way === "managed" && !secretArn) {
    return refusal(`AWS manages no secret for ${id}.`, "Choose another login.");
  }
  return null;
}

/** Returns the message for a database that does not answer, with the likely reason. */
export function unreached(
  { public: open, id }: DatabaseRow,
  { host, port }: Pick<Server, "host" | "port">,
  why: "silent" | "refused" | "unknown",
  hint = "Connect the VPN that leads there.",
) {
  const address = `${host}:${port}`;
  const reason = why === "unknown"
    ? `There is no address for ${host} here`
    : why === "refused"
    ? `${address} refuses connections`
    : `${address} does not answer`;
  return open
    ? refusal(`${reason}.`, "It is public: see whether its security group lets this network in.")
    : refusal(
      `${reason}: ${id} is not public, so that it is reached from within its network only.`,
      hint,
    );
}

/** Returns Kedge's engine for an engine name of AWS; null for an engine that Kedge does not support. */
export function engineOf(engine: string): Engine | null {
  if (engine === "redshift" || engine === "athena") return engine;
  if (/postgres/.test(engine)) return "postgres";
  return /mysql|mariadb/.test(engine) ? "mysql" : null;
}

/**
 * Returns the HTTPS service that runs the statements instead of a connection to the database; null when the
 * login does not use one.
 */
export function httpsOf(
  { kind, id, dataApi }: DatabaseRow,
  method: DatabaseLoginMethod | undefined,
  asked: { readonly account: string; readonly role?: string | undefined; readonly region: string },
): NonNullable<Server["https"]> | null {
  // Athena has no other interface than HTTPS.
  if (method?.way !== "https" && kind !== "athena") return null;
  const { account, role, region } = asked;
  const where = { account, region, ...present({ role }) };
  if (kind === "athena") return { service: "athena", ...where, workgroup: id };
  if (method?.way !== "https") return null;
  const by = {
    ...(method.secret ? { secret: method.secret } : {}),
    ...(method.user ? { user: method.user } : {}),
  };
  if (kind === "redshift") return { service: "redshift-data", ...where, cluster: id, ...by };
  if (kind === "redshift-serverless") return { service: "redshift-data", ...where, workgroup: id, ...by };
  return dataApi === undefined ? null : { service: "rds-data", ...where, cluster: dataApi, ...by };
}
