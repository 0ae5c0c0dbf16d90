import * as z from "zod";
import { GROUP_NAME } from "../../../aws/logs/group_name.ts";
import type { SecretChange } from "../../../aws/resources/change.ts";
import { databaseId, resourceKey, secretId } from "../../../resources/resource_key.ts";
import { MAX_FOLLOWED } from "../../../resources/kinds/log_groups/groups_param.ts";
import { kindOfResource } from "../../../resources/kinds/mod.ts";
import type { RoleRequest } from "../../as_role.ts";
import { accountId, command, feature, id, roleName } from "../../feature.ts";
import type { Resources } from "./resources.ts";

/** The account, role and region of a request. */
const where = {
  account: accountId,
  role: roleName.optional(),
  region: z.string().max(40).regex(/^[a-z0-9-]+$/).optional(),
};
const secret = {
  ...where,
  id: z.string().min(1).max(2048),
  kind: z.enum(["secret", "parameter"]).optional(),
  version: z.string().max(64).optional(),
};
const key = z.string().min(1).max(1000);
/** Maximum characters of a secret's value. AWS limits it to as many bytes. */
const value = z.string().max(65_536);
const change = z.union([
  z.strictObject({ text: value }),
  z.strictObject({ set: z.array(z.tuple([key, value])).max(1000), remove: z.array(key).max(1000) }),
]);
const database = {
  ...where,
  kind: z.enum(["rds", "aurora", "redshift", "redshift-serverless", "athena"]),
  id,
  reader: z.boolean().optional(),
};
const loginMethod = z.discriminatedUnion("way", [
  z.strictObject({ way: z.literal("iam"), user: z.string().trim().max(200) }),
  z.strictObject({ way: z.literal("managed") }),
  z.strictObject({ way: z.literal("secret"), secret: z.string().trim().min(1).max(2048) }),
  z.strictObject({
    way: z.literal("https"),
    secret: z.string().trim().min(1).max(2048).exactOptional(),
    user: z.string().trim().max(128).exactOptional(),
  }),
  z.strictObject({ way: z.literal("password") }),
]);
/** Names of ECS. The first character must not be one that makes a program take the name for an option. */
const ecsName = z.string().max(255).regex(/^[A-Za-z0-9_][\w.-]*$/);
const service = { ...where, cluster: ecsName, service: ecsName };
/** A task belongs to a service or to none. */
const task = {
  ...service,
  service: ecsName.optional(),
  task: z.string().max(64).regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/),
};
const typed = id.optional();
const used = (
  { id, kind, ...at }: RoleRequest & { readonly id: string; readonly kind?: string | undefined },
) => resourceKey("secret", at, secretId(id, kind));

/** The resources of accounts: secrets, databases, services. */
export const resources = feature({
  /** Requests a list again. */
  refreshResources: command({
    ...where,
    /** Set where the window keeps a role that nobody chose in it. */
    passing: z.literal(true).optional(),
    list: z.string().refine((list) => kindOfResource(list) !== undefined),
  }),
  /** Reads a secret. The result's value is a `SecretShape`, which has its keys but no values. */
  readSecret: command(secret, used),
  /** Returns one field, or the whole value, as `{text}` to the page that shows it. */
  showSecret: command({ ...secret, key: key.optional() }),
  /**
   * Copies a secret or one of its fields to the clipboard; the result's value is `{seconds, marked}`. `quiet`
   * omits the message for surfaces that show one of their own.
   */
  copySecret: command({
    ...secret,
    key: key.optional(),
    form: z.enum(["value", "json", "env"]).optional(),
    quiet: z.boolean().optional(),
  }, used),
  /** Returns how a change would change the keys, as a `KeyDifference`. */
  compareSecret: command({ ...secret, change }),
  /**
   * Changes a secret. `version` is the version that was read; `typed` is the account's name as the user typed
   * it, needed in production.
   */
  writeSecret: command({ ...secret, change, typed: id.optional() }),
  /**
   * Opens a database in a query window with that login, or with the login used last. Opens the database's
   * page when neither is known.
   */
  openDatabase: command(
    { ...database, login: loginMethod.optional(), choose: z.boolean().optional() },
    ({ kind, id, ...at }) => resourceKey("database", at, databaseId(kind, id)),
  ),
  /** Cancels the search for a way to a database. */
  cancelOpenDatabase: command(database),
  /** Opens a tunnel to a database for other programs. */
  openDatabaseTunnel: command(
    database,
    ({ kind, id, ...at }) => resourceKey("database", at, databaseId(kind, id)),
  ),
  /** Writes a database into config.json as a server; the result's value is `{server}`. */
  addDatabase: command({ ...database, login: loginMethod.optional() }),
  /**
   * Replaces the tasks of a service by new ones. `typed` is the service's name, needed in production. A
   * message tells the outcome.
   */
  redeployService: command({ ...service, typed }),
  /** Sets how many tasks of a service should run. */
  scaleService: command({ ...service, desired: z.number().int().min(0).max(5000), typed }),
  /**
   * Stops a task. In production `typed` is the service's name, or for a task without a service the beginning
   * of the task's ID.
   */
  stopTask: command({ ...task, typed }),
  /** Opens a query window for log groups. */
  queryLogs: command(
    { ...where, groups: z.array(z.string().min(1).max(512).regex(GROUP_NAME)).min(1).max(MAX_FOLLOWED) },
    ({ groups, ...at }) => resourceKey("logGroup", at, groups[0]!),
  ),
  /** Opens a terminal in a container of a task. */
  execTask: command({ ...task, container: ecsName }),
}, ({ resources }: { readonly resources: Resources }) => ({
  refreshResources: ({ list, ...asked }) => resources.list(kindOfResource(list)!, asked).refresh(),
  readSecret: (asked) => resources.secrets.read(asked),
  showSecret: (asked) => resources.secrets.show(asked),
  copySecret: (asked) => resources.secrets.copy(asked),
  compareSecret: ({ change, ...asked }) => resources.secrets.compare(asked, changeOf(change)),
  redeployService: ({ typed, ...asked }) => resources.services.redeploy(asked, typed),
  scaleService: ({ desired, typed, ...asked }) => resources.services.scale(asked, desired, typed),
  stopTask: ({ typed, ...asked }) => resources.services.stop(asked, typed),
  execTask: (asked) => resources.services.exec(asked),
  queryLogs: (asked) => resources.logs.query(asked),
  openDatabase: ({ login, choose, ...asked }) => resources.databases.open(asked, login, choose),
  cancelOpenDatabase: (asked) => resources.databases.cancel(asked),
  openDatabaseTunnel: (asked) => resources.databases.tunnel(asked),
  addDatabase: ({ login, ...asked }) => resources.databases.add(asked, login),
  writeSecret: ({ change, typed, ...asked }) => resources.secrets.write(asked, changeOf(change), typed),
}));

function changeOf(given: z.infer<typeof change>): SecretChange {
  return "text" in given ? given : { set: new Map(given.set), remove: given.remove };
}
