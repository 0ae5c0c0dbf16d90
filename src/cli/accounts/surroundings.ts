import { lazyImport } from "../../core/lazy_import.ts";
import { usualRegion } from "../../core/accounts/region.ts";
import type { Config } from "../../core/config/config.ts";
import { type Cloud, cloudOf } from "../../core/aws/cloud.ts";
import type { PortalAccounts } from "../../core/aws/portal/accounts.ts";
import { scopeKey } from "../../core/gate/scopes.ts";
import type { AwsProfiles } from "../../core/aws/profiles/profiles.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { listedNames } from "../../core/text/shorten.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { configuration, NotAllowedError, reporting, tell } from "./reporting.ts";
import { parseTarget, type RoleTarget } from "./target.ts";
import { isAccountId } from "../../core/text/aws_names.ts";

const SEE_ACCOUNTS = "An account has 12 digits. See what there is: kedge --accounts";

/** Dependencies of commands about accounts. */
export interface AccountServices {
  readonly paths: KedgePaths;
  readonly config: Config;
  readonly cloud: Cloud;
}

/** Returns the configuration and its cloud. */
export function surroundings(): AccountServices {
  const { paths, config } = configuration();
  return { paths, config, cloud: cloudOf(config) };
}

/** Runs the work of a command for an account and role. Without a `target` the first operand names them. */
export function atRole(
  args: Args,
  work: (
    around: AccountServices,
    role: RoleTarget & { readonly region: string },
    signal: AbortSignal,
  ) => Promise<number>,
  target?: RoleTarget,
): Promise<number> {
  return reporting(args, async (signal) => {
    const around = surroundings();
    const found = await targetOf(args, around, signal, target);
    return found ? await work(around, found, signal) : EXIT.usage;
  });
}

/**
 * Returns the account, role and region that an operand names; by default the first one. Prints the reason and
 * returns null when the operand is invalid. Throws NotAllowedError when the user allowed an agent another
 * account: the running Kedge may know another one by this name.
 */
export async function targetOf(
  args: Args,
  around: AccountServices,
  signal: AbortSignal,
  named: string | RoleTarget = args.operands[0]!,
): Promise<RoleTarget & { readonly region: string } | null> {
  const known = typeof named === "string" ? parseTarget(named) : named;
  if (!known) {
    tell(args, `"${named}" is not ACCOUNT/ROLE`, "An account is its number of 12 digits, or its name.", 0);
    return null;
  }
  const id = await numberOfAccount(known.account, around, signal);
  if (typeof id !== "string") {
    tell(args, id.error, id.hint, 0);
    return null;
  }
  if (
    args.agent !== undefined &&
    args.agent !== scopeKey({ kind: "account", account: id, role: known.role })
  ) throw new NotAllowedError(`"${args.operands[0]}"`);
  // Programs wait for credentials, which are the same in every region.
  const cloud = args.command === "credentials" ? null : around.cloud;
  const region = args.region ??
    await regionOf(id, { config: around.config, cloud }, Deno.env.get("AWS_REGION"));
  return { account: id, role: known.role, region };
}

/**
 * Returns the region of an account for which none is named, the same as in Kedge's windows: the configured one,
 * else that of the account's AWS profile, else the usual one with this `AWS_REGION`. With a `cloud` of null no
 * profile counts.
 */
export async function regionOf(
  account: string,
  { config, cloud }: { readonly config: Config; readonly cloud: Pick<Cloud, "profiles"> | null },
  environment: string | undefined,
): Promise<string> {
  const configured = config.accounts.find(({ accountId }) => accountId === account)?.region;
  if (configured !== undefined) return configured;
  const profiles = await cloud?.profiles();
  return (profiles && await profileRegion(account, profiles)) ?? usualRegion(config, environment);
}

async function profileRegion(account: string, profiles: AwsProfiles): Promise<string | undefined> {
  const { profileAccounts } = await lazyImport<typeof import("../../core/aws/sources/local_source.ts")>(
    "../../core/aws/sources/local_source.ts",
    import.meta.url,
  );
  return profileAccounts(profiles).find(({ id }) => id === account)?.region;
}

/**
 * Returns the portal's accounts, and lists them when nobody has, because a user who has just
 * signed in knows their names. Null without a portal. Throws a CloudError.
 */
export async function listedAccounts(
  { paths, cloud }: Pick<AccountServices, "paths" | "cloud">,
  signal: AbortSignal,
): Promise<PortalAccounts | null> {
  const portalAccounts = await cloud.portalAccounts(paths.cache);
  if (portalAccounts?.listedAt === null) {
    await portalAccounts.refresh(signal);
    await portalAccounts.saved();
  }
  return portalAccounts;
}

/**
 * Returns the number of an account that is given by number or name; a message for the user when no account or
 * more than one fits. Throws a CloudError.
 */
export async function numberOfAccount(
  account: string,
  around: Pick<AccountServices, "paths" | "cloud">,
  signal: AbortSignal,
): Promise<string | { readonly error: string; readonly hint: string }> {
  if (isAccountId(account)) return account;
  const accounts = (await listedAccounts(around, signal))?.accounts() ?? [];
  const wanted = account.toLowerCase();
  const found = accounts.filter(({ name }) => name?.toLowerCase() === wanted).map(({ id }) => id);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    return { error: `several accounts are called "${account}": ${listedNames(found)}`, hint: SEE_ACCOUNTS };
  }
  const { suggest } = await lazyImport<typeof import("../../core/text/suggest.ts")>(
    "../../core/text/suggest.ts",
    import.meta.url,
  );
  const meant = suggest(account, accounts.flatMap(({ name }) => name ?? []));
  return {
    error: `no account is called "${account}"`,
    hint: meant === undefined ? SEE_ACCOUNTS : `Did you mean "${meant}"? See what there is: kedge --accounts`,
  };
}
