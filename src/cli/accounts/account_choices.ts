import type { AccountDocument } from "../../core/accounts/mod.ts";
import { lastRole } from "../../core/actions/context/roles.ts";
import { cloudOf } from "../../core/aws/cloud.ts";
import { CloudError } from "../../core/aws/errors.ts";
import type { Config } from "../../core/config/config.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { EXIT } from "../exit.ts";
import { accountsAtHand } from "./known.ts";
import { numberOfAccount } from "./surroundings.ts";

/** Returns the accounts to choose from, in the order of every list of accounts. */
export async function accountsToOffer(
  paths: KedgePaths,
  config: Config,
  signal: AbortSignal,
): Promise<readonly AccountDocument[]> {
  return await accountsAtHand({ paths, config, cloud: cloudOf(config) }, signal);
}

/**
 * Returns the number of the given account; a message for the user and the exit status when no account or more
 * than one fits, the portal does not list them, or `signal` aborts.
 */
export async function chosenAccount(
  paths: KedgePaths,
  config: Config,
  account: string,
  signal: AbortSignal,
): Promise<
  string | { readonly error: string; readonly hint: string | undefined; readonly status?: number }
> {
  try {
    const found = await numberOfAccount(account, { paths, cloud: cloudOf(config) }, signal);
    signal.throwIfAborted();
    return found;
  } catch (error) {
    const known = error instanceof CloudError;
    // Shared work rejects with the signal's reason when its caller stops waiting.
    if (signal.aborted && (known || error === signal.reason)) {
      return { error: "Stopped.", hint: undefined, status: EXIT.stopped };
    }
    if (!known) throw error;
    const status = error.code === "timeout" ? EXIT.timeout : EXIT.failed;
    return { error: error.message, hint: error.terminalHint, status };
  }
}

/**
 * Returns the roles to choose from in an account, the role that was used last first. Empty when the roles are
 * unknown.
 */
export async function rolesToOffer(
  paths: KedgePaths,
  config: Config,
  account: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const region = config.ssoRegion ?? "us-east-1";
  const found = await cloudOf(config).roles(account, region, signal).catch((error) => {
    if (error instanceof CloudError) return [];
    throw error;
  });
  const named = found.filter((role) => role !== "");
  const last = await lastRole(paths, account);
  return last === undefined ? named : [last, ...named.filter((role) => role !== last)];
}
