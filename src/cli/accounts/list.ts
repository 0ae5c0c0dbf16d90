import type { AccountDocument } from "../../core/accounts/mod.ts";
import { isOlder } from "../../core/age.ts";
import type { Cloud } from "../../core/aws/cloud.ts";
import { CloudError, needsSignIn } from "../../core/aws/errors.ts";
import type { PortalAccounts } from "../../core/aws/portal/accounts.ts";
import { createPortalSource } from "../../core/aws/sources/portal_source.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import type { Config } from "../../core/config/config.ts";
import { below } from "../../core/platform/path.ts";
import { userHome } from "../../core/platform/home.ts";
import { block, oneLine } from "../../core/text/outside.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { aligned } from "../width.ts";
import { knownAccounts } from "./known.ts";
import { configuration, reporting } from "./reporting.ts";
import { formatMoment } from "../../core/text/locale.ts";

/** Maximum age in ms of a list that is not fetched again. */
const OLD = 60 * 60_000;

/**
 * Maximum number of accounts whose roles `--accounts` fetches without `--refresh`. At the rate that AWS
 * allows this takes a few seconds.
 */
const FEW = 80;

/** Maximum number of faults of single accounts that are printed. */
const TOLD = 10;

/** Why accounts of the portal are not listed. */
const WHY = {
  "signed-out": "You are not signed in",
  "signed-in": "AWS takes your sign-in no more",
  revoked: "AWS has ended your sign-in",
  expired: "Your sign-in has ended",
} as const;

/** `--accounts`: lists every account that can be reached, with its environment and roles. */
export async function run(args: Args): Promise<number> {
  return await reporting(args, async (signal) => {
    const { paths, config } = configuration();
    const cloud = await cloudFor(config);
    const portal = createPortalSource();
    const portalAccounts = await cloud?.portalAccounts(paths.cache) ?? null;
    const status = await cloud?.session?.status();
    // An expired sign-in may renew itself.
    const open = status !== undefined && status.status !== "signed-out" && status.status !== "revoked";
    const ready = open && portalAccounts ? await listed(portalAccounts, args, signal) : false;
    portal.follow(portalAccounts, ready);
    if (status && !ready) {
      say(`${WHY[status.status]}, so accounts of the portal are missing. Sign in: kedge --sign-in`);
    }
    const accounts = await knownAccounts({ cloud, config }, portal, signal, say);
    if (portalAccounts && ready) await portalAccounts.saved();
    if (args.json) console.log(JSON.stringify(accounts));
    else if (accounts.length > 0) console.log(aligned(accounts.map(cells)).join("\n"));
    else if (!status || ready) {
      say("no account is known. Sign in (kedge --sign-in), or write accounts into config.json");
    }
    return EXIT.done;
  });
}

/**
 * Returns the cloud of a configuration; null without a portal and without files or variables of AWS's tools,
 * because then there is nothing to ask.
 */
async function cloudFor(config: Config): Promise<Cloud | null> {
  if (!config.ssoStartUrl && !config.ssoRegion && !hasAws()) return null;
  const { cloudOf } = await lazyImport<typeof import("../../core/aws/cloud.ts")>(
    "../../core/aws/cloud.ts",
    import.meta.url,
  );
  return cloudOf(config);
}

/**
 * Whether the user has a variable or a file of AWS's tools, whatever it contains. Always true when the home
 * folder is unknown, because then the tools must decide.
 */
function hasAws(): boolean {
  const home = userHome();
  if (home === undefined || Object.keys(Deno.env.toObject()).some((name) => /^AWS_/i.test(name))) return true;
  return ["config", "credentials"].some((name) => mayBeThere(below(home, ".aws", name)));
}

/** A file that cannot be examined counts as present, because reading it later reports the reason. */
function mayBeThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}

/**
 * Updates the portal's list of accounts as far as this is worth the time. Returns false when the user is
 * not signed in after all.
 */
async function listed(
  portalAccounts: PortalAccounts,
  { refresh }: Args,
  signal: AbortSignal,
): Promise<boolean> {
  const { listedAt } = portalAccounts;
  try {
    if (refresh || listedAt === null || isOlder(listedAt, OLD, Date.now())) {
      await portalAccounts.refresh(signal);
    }
    const unknown = portalAccounts.accounts().filter(({ roles }) => refresh || !roles);
    if (unknown.length > FEW && !refresh) {
      say(
        `The roles of ${unknown.length} accounts are not known yet. Ask for all: kedge --accounts --refresh`,
      );
      return true;
    }
    let done = 0;
    const faults = new Set<string>();
    await Promise.all(unknown.map(async ({ id }) => {
      try {
        await portalAccounts.roles(id, signal, refresh);
      } catch (error) {
        if (!(error instanceof CloudError) || error.code === "cancelled" || needsSignIn(error)) {
          throw error;
        }
        faults.add(error.message);
      }
      if (++done % 100 === 0) say(`Roles of ${done} of ${unknown.length} accounts`);
    }));
    sayFaults([...faults]);
    return true;
  } catch (error) {
    if (!(error instanceof CloudError) || error.code === "cancelled" || signal.aborted) throw error;
    await portalAccounts.saved();
    if (needsSignIn(error)) return false;
    if (refresh || listedAt === null) throw error;
    say(`${error.message}\nThis is the list of ${formatMoment(listedAt)}.`);
    return true;
  }
}

/** Prints why roles of accounts are not known: the first faults, and the number of the others. */
function sayFaults(faults: readonly string[]): void {
  for (const fault of faults.slice(0, TOLD)) say(fault);
  if (faults.length > TOLD) say(`The roles of ${faults.length - TOLD} more accounts are not known either.`);
}

function say(text: string): void {
  console.error(`kedge: ${block(text)}`);
}

/** Returns the cells of an account for people: environment, name, number and roles. */
function cells({ env, name, accountId, roles }: AccountDocument): string[] {
  return [env ?? "", name ?? "", accountId, roles.join(", ")].map((cell) => oneLine(cell));
}
