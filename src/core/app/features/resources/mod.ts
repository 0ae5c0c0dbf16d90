import { z } from "zod";
import { GROUP_NAME } from "../../../aws/logs/group_name.ts";
import type { SecretChange } from "../../../aws/resources/change.ts";
import { databaseId, heldKey, secretId } from "../../../resources/held_key.ts";
import { MOST_FOLLOWED } from "../../../resources/kinds/log_groups/groups_param.ts";
import { kindOfResource } from "../../../resources/kinds/mod.ts";
import type { RoleRequest } from "../../as_role.ts";
import { accountId, command, feature, id, roleName } from "../../feature.ts";
import type { Resources } from "./resources.ts";

/** Where something is: an account, the role to look as, a region. */
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
/** The most characters of a value; AWS takes as many bytes. */
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
const way = z.discriminatedUnion("way", [
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
/** Names of ECS: never a word that a program would take for an option. */
const ecsName = z.string().max(255).regex(/^[A-Za-z0-9_][\w.-]*$/);
const service = { ...where, cluster: ecsName, service: ecsName };
/** A task belongs to a service, or to none. */
const task = {
  ...service,
  service: ecsName.optional(),
  task: z.string().max(64).regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/),
};
const typed = id.optional();
const used = (
  { id, kind, ...at }: RoleRequest & { readonly id: string; readonly kind?: string | undefined },
) => heldKey("secret", at, secretId(id, kind));

/** The resources of accounts: secrets, databases, services. */
export const resources = feature({
  /** Asks for a list of a place anew. */
  refreshResources: command({
    ...where,
    list: z.string().refine((list) => kindOfResource(list) !== undefined),
  }),
  /** Reads a secret; the result's value tells its keys and no value: a `SecretShape`. */
  readSecret: command(secret, used),
  /** The result's value is `{text}`: one field, or the full text. Only for the page that shows it. */
  showSecret: command({ ...secret, key: key.optional() }),
  /**
   * Puts a secret, or one field of it, on the clipboard; the result's value is `{seconds, marked}`. A surface that says so
   * itself sets `quiet`.
   */
  copySecret: command({
    ...secret,
    key: key.optional(),
    form: z.enum(["value", "json", "env"]).optional(),
    quiet: z.boolean().optional(),
  }, used),
  /** What a change would do to the keys; the result's value is a `KeyDifference`. */
  compareSecret: command({ ...secret, change }),
  /** Makes the change; `version` is the one that was read, `typed` the account's name where it is asked for. */
  writeSecret: command({ ...secret, change, typed: id.optional() }),
  /** Opens a database in a query window, signed in that way; without one as last time, else its page opens. */
  openDatabase: command(
    { ...database, login: way.optional(), choose: z.boolean().optional() },
    ({ kind, id, ...at }) => heldKey("database", at, databaseId(kind, id)),
  ),
  /** Ends the opening of a database while its way is looked for. */
  cancelOpenDatabase: command(database),
  /** Opens a tunnel to a database for other programs, over the way that leads there. */
  openDatabaseTunnel: command(
    database,
    ({ kind, id, ...at }) => heldKey("database", at, databaseId(kind, id)),
  ),
  /** Writes a database into config.json as a server; the result's value is `{server}`. */
  addDatabase: command({ ...database, login: way.optional() }),
  /** Starts the tasks of a service anew; `typed` is its name, where it is asked for. A message follows at the end. */
  redeployService: command({ ...service, typed }),
  /** Sets how many tasks of a service should run. */
  scaleService: command({ ...service, desired: z.number().int().min(0).max(5000), typed }),
  /** Of a task without a service `typed` is the beginning of its id. */
  stopTask: command({ ...task, typed }),
  /** Opens a query window that asks log groups. */
  queryLogs: command(
    { ...where, groups: z.array(z.string().min(1).max(512).regex(GROUP_NAME)).min(1).max(MOST_FOLLOWED) },
    ({ groups, ...at }) => heldKey("logGroup", at, groups[0]!),
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
