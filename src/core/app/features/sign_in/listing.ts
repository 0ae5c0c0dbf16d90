import { isOlder } from "../../../age.ts";
import type { AccountSource } from "../../../accounts/mod.ts";
import type { Cloud } from "../../../aws/cloud.ts";
import { CloudError } from "../../../aws/errors.ts";
import type { PortalAccounts } from "../../../aws/portal/accounts.ts";
import type { AwsProfiles } from "../../../aws/profiles/profiles.ts";
import { chainSource, profilesSource } from "../../../aws/sources/local_source.ts";
import { createPortalSource } from "../../../aws/sources/portal_source.ts";
import type { SignInState } from "../../../state/state.ts";
import type { SignInParts } from "./parts.ts";

/** Age at which the portal's accounts are requested again, ms. */
const OLD = 60 * 60_000;

/** Maximum time for requests in the background, ms. */
const PATIENCE = 120_000;

/**
 * Maximum number of accounts whose known roles are requested with the accounts. At the rate that AWS allows
 * this takes a few seconds. Those of more accounts are requested when they are needed.
 */
const FEW = 80;

/** Makes the listing. `cloudNow` returns the sources of credentials at each moment. */
export function createListing(
  cloudNow: () => Promise<Cloud | null>,
  { now, onError }: Pick<SignInParts, "now" | "onError">,
) {
  const portal = createPortalSource();
  let asked = false;
  /** Programs of the user that give credentials may ask questions, so they start only at the user's request. */
  const chain = chainSource(cloudNow, () => !asked);
  const profiles = profilesSource(cloudNow);
  let portalAccounts: PortalAccounts | null = null;
  let open = false;
  let ended = new AbortController();
  /** The user's profiles at the last look: the same object while their files are the same. */
  let seen: Promise<AwsProfiles | null> = Promise.resolve(null);

  /** Reads the user's profiles; null for none, and when they cannot be read, which their source reports. */
  async function readProfiles(): Promise<AwsProfiles | null> {
    return await cloudNow().then((cloud) => cloud?.profiles() ?? null).catch(() => null);
  }

  /** Requests the accounts of the user's profiles again when their files have changed. */
  function look(): void {
    const { signal } = ended;
    seen = seen.then(async (before) => {
      const now = await readProfiles();
      // After a refresh the chain is asked with its programs, which only the user starts.
      if (now !== before && !signal.aborted) void behind(profiles, ...(asked ? [] : [chain]));
      return now;
    });
  }

  /** Asks one source. Returns an error that the user can do something about; other errors are logged. */
  async function ask(source: AccountSource, signal: AbortSignal): Promise<CloudError | null> {
    try {
      await source.refresh!(signal);
      return null;
    } catch (error) {
      if (error instanceof CloudError) return error;
      if (!signal.aborted) onError(error);
      return null;
    }
  }

  async function behind(...sources: readonly AccountSource[]): Promise<void> {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(PATIENCE)]);
    await Promise.all(sources.map(async (source) => {
      const error = await ask(source, signal);
      if (source === portal.source && !ended.signal.aborted) listing.onTrouble(error);
    }));
  }

  /** Requests the known roles of few accounts again, because the palette shows them without asking. */
  function rolesBehind({ accounts, roles }: PortalAccounts): void {
    const known = accounts().filter(({ roles }) => roles !== undefined);
    if (known.length > FEW) return;
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(PATIENCE)]);
    for (const { id } of known) {
      roles(id, signal).catch((error) => {
        if (!signal.aborted && !(error instanceof CloudError)) onError(error);
      });
    }
  }

  const listing = {
    sources: [portal.source, chain, profiles],
    names: portal.names,
    /** Called after each request to the portal, with null after a success. */
    onTrouble: (_: CloudError | null) => {},
    /** Lists the accounts of this cloud from now on. Settles when those of the user's profiles are listed. */
    async use(_: Cloud | null, next: PortalAccounts | null) {
      ended.abort();
      ended = new AbortController();
      portalAccounts = next;
      open = false;
      portal.follow(portalAccounts, false);
      const { signal } = ended;
      await (seen = readProfiles());
      if (signal.aborted) return;
      void behind(chain);
      await behind(profiles);
    },
    /**
     * Takes the result of a check: whether somebody is signed in. `fresh` means that it may be another user than
     * before. The files of AWS's tools may have changed too.
     */
    follow(status: SignInState["status"], fresh: boolean) {
      look();
      // An expired session continues when the user signs in again, so its accounts stay visible.
      const was = open;
      open = status === "signed-in" || (open && status === "expired") || (status === "expired" && !fresh);
      portal.follow(portalAccounts, open);
      if (!portalAccounts || status !== "signed-in") return;
      if (fresh) portalAccounts.doubtRoles();
      const { listedAt } = portalAccounts;
      if (fresh || !was || listedAt === null || isOlder(listedAt, OLD, now())) void behind(portal.source);
    },
    /** Requests all accounts again; returns the error of the first source that failed. */
    async refresh(signal: AbortSignal): Promise<CloudError | null> {
      asked = true;
      const failed = await Promise.all([portal.source, profiles, chain].map((source) => ask(source, signal)));
      if (open) listing.onTrouble(failed[0]!);
      if (open && portalAccounts && failed[0] === null) rolesBehind(portalAccounts);
      return failed.find((error) => error !== null && error.code !== "signed-out") ?? null;
    },
    close() {
      ended.abort();
      portal.follow(null, false);
    },
  };
  return listing;
}
