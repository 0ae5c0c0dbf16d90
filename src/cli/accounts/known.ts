import { createAccounts } from "../../core/accounts/accounts.ts";
import { type AccountDocument, accountDocument } from "../../core/accounts/document.ts";
import type { AccountSource } from "../../core/accounts/source.ts";
import type { Cloud } from "../../core/aws/cloud.ts";
import { CloudError } from "../../core/aws/errors.ts";
import { createPortalSource, type PortalSource } from "../../core/aws/sources/portal_source.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import { createRuleEvaluator } from "../../core/rules/evaluator.ts";
import type { AccountState } from "../../core/state/state.ts";
import type { AccountServices } from "./surroundings.ts";

/**
 * Returns all accounts as one list: from the configuration, the portal, the standard credentials of AWS's
 * tools and the user's profiles. With a `cloud` of null only the configuration and the portal's last list
 * count. A source that fails is reported to `say` and does not hide the others.
 */
export async function knownAccounts(
  { cloud, config }: Pick<AccountServices, "config"> & { readonly cloud: Cloud | null },
  portal: PortalSource,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<AccountDocument[]> {
  const labeller = createRuleEvaluator();
  let found: readonly AccountState[] = [];
  const local = cloud === null ? [] : await localSources(cloud);
  await Promise.all(local.map((source) =>
    source.refresh!(signal).catch((error) => {
      if (!(error instanceof CloudError) || signal.aborted) throw error;
      say(error.message);
    })
  ));
  const list = createAccounts({
    sources: [portal.source, ...local],
    labeller,
    names: portal.names,
    onChange: (accounts) => found = accounts,
    onError: (error) => {
      throw error;
    },
  });
  try {
    await list.configure(config.accounts, config.envRules);
    await list.settled();
    return found.map(accountDocument);
  } finally {
    list.close();
    labeller.close();
  }
}

/** Returns the sources for the user's own credentials and profiles. */
async function localSources(cloud: Cloud): Promise<readonly AccountSource[]> {
  const { chainSource, profilesSource } = await sources();
  return [chainSource(() => cloud), profilesSource(() => cloud)];
}

const sources = () =>
  lazyImport<typeof import("../../core/aws/sources/local_source.ts")>(
    "../../core/aws/sources/local_source.ts",
    import.meta.url,
  );

/** Returns the accounts that are known without asking the portal. Its last list counts while the user is signed in. */
export async function accountsAtHand(
  around: Pick<AccountServices, "cloud" | "config" | "paths">,
  signal: AbortSignal,
): Promise<AccountDocument[]> {
  const portal = createPortalSource();
  const portalAccounts = await around.cloud.portalAccounts(around.paths.cache);
  const status = (await around.cloud.session?.status())?.status;
  portal.follow(portalAccounts, status === "signed-in" || status === "expired");
  return await knownAccounts(around, portal, signal, () => {});
}
