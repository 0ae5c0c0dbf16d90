import { isOlder } from "../../../age.ts";
import type { AccountSource, NameMemory } from "../../../accounts/mod.ts";
import type { Cloud } from "../../../aws/cloud.ts";
import { CloudError } from "../../../aws/errors.ts";
import type { PortalCatalog } from "../../../aws/portal/catalog.ts";
import { chainSource, profilesSource } from "../../../aws/sources/local_source.ts";
import { createPortalSource } from "../../../aws/sources/portal_source.ts";
import type { SignInState } from "../../../state/state.ts";
import type { SignInParts } from "./parts.ts";

/** Accounts of the portal, the user's profiles and the standard chain, and the times when they are requested. */
interface Listing {
  readonly sources: readonly AccountSource[];
  readonly names: NameMemory;
  /** Called after each request to the portal, with null after a success. */
  onTrouble: (error: CloudError | null) => void;
  /** Lists the accounts of this cloud from now on. */
  use(cloud: Cloud | null, catalog: PortalCatalog | null): void;
  /** Tells whether somebody is signed in. `fresh` means that it may be another user than before. */
  follow(status: SignInState["status"], fresh: boolean): void;
  /** Requests all accounts again; returns the error of the first source that failed. */
  refresh(signal: AbortSignal): Promise<CloudError | null>;
  /** Reads the user's profiles again, because their files may have changed. */
  look(): void;
  close(): void;
}

/** Age at which the portal's accounts are requested again, ms. */
const OLD = 60 * 60_000;

/** Maximum time for requests in the background, ms. */
const PATIENCE = 120_000;

/** Makes the listing. `cloudNow` returns the sources of credentials at each moment. */
export function createListing(
  cloudNow: () => Promise<Cloud | null>,
  { now, onError }: Pick<SignInParts, "now" | "onError">,
): Listing {
  const portal = createPortalSource();
  let asked = false;
  /** Programs of the user that give credentials may ask questions, so they start only at the user's request. */
  const chain = chainSource(cloudNow, () => !asked);
  const profiles = profilesSource(cloudNow);
  let catalog: PortalCatalog | null = null;
  let open = false;
  let ended = new AbortController();

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

  function behind(...sources: readonly AccountSource[]): void {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(PATIENCE)]);
    for (const source of sources) {
      void ask(source, signal).then((error) => {
        if (source === portal.source && !ended.signal.aborted) listing.onTrouble(error);
      });
    }
  }

  const listing: Listing = {
    sources: [portal.source, chain, profiles],
    names: portal.names,
    onTrouble: () => {},
    use(_, next) {
      ended.abort();
      ended = new AbortController();
      catalog = next;
      open = false;
      portal.follow(catalog, false);
      behind(profiles, chain);
    },
    follow(status, fresh) {
      // An expired session continues when the user signs in again, so its accounts stay visible.
      const was = open;
      open = status === "signed-in" || (open && status === "expired") || (status === "expired" && !fresh);
      portal.follow(catalog, open);
      if (!catalog || status !== "signed-in") return;
      if (fresh) catalog.doubtRoles();
      const { listedAt } = catalog;
      if (fresh || !was || listedAt === null || isOlder(listedAt, OLD, now())) behind(portal.source);
    },
    look: () => behind(profiles),
    async refresh(signal) {
      asked = true;
      const failed = await Promise.all([portal.source, profiles, chain].map((source) => ask(source, signal)));
      if (open) listing.onTrouble(failed[0]!);
      return failed.find((error) => error !== null && error.trouble !== "signed-out") ?? null;
    },
    close() {
      ended.abort();
      portal.follow(null, false);
    },
  };
  return listing;
}
