import type { Cloud } from "../../../aws/cloud.ts";
import { CloudError } from "../../../aws/errors.ts";
import { lazyImport } from "../../../lazy_import.ts";
import { signInWords } from "../../../state/sign_in_words.ts";
import type { SignInAsker } from "../../../state/state.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import { createAttempt } from "./attempt.ts";
import { createListing } from "./listing.ts";
import { NO_PORTAL, type PortalConfig, type SignInMethod, type SignInParts } from "./parts.ts";
import { createFollower } from "./session.ts";

/**
 * The sign-in: who is signed in, signing in and out, and the accounts of the sign-in. A browser opens only at
 * the user's request.
 */
export type SignIn = ReturnType<typeof createSignIn>;

/** Makes the sign-in. */
export function createSignIn(parts: SignInParts) {
  /** Key of the current configuration, so that an equal one changes nothing; "" after the end. */
  let followed: string | undefined;
  let config: PortalConfig = {};
  let cloud: Promise<Cloud | null> = Promise.resolve(null);
  let opened = Promise.resolve();

  /** Whether the user was told that something needs a sign-in. */
  let warned = false;

  const listing = createListing(() => cloud, parts);
  const attempt = createAttempt(parts, async () => (await cloud)?.session ?? null, () => follower.look());
  const follower = createFollower(parts, {
    signedIn() {
      warned = false;
      parts.toasts.dismiss("sign-in");
      attempt.done();
    },
    status: (status, fresh) => listing.follow(status, fresh),
  });
  listing.onTrouble = (error) => follower.learn(error);

  /** Opens the sources of credentials under the configuration and follows them. */
  async function follow(): Promise<void> {
    const of = config, mine = cloud = parts.cloud(of);
    // Opening takes time. The configuration may name another portal by then, or none.
    const current = () => mine === cloud && followed !== "";
    try {
      const found = await mine;
      const portalAccounts = current() ? await found?.portalAccounts(parts.cache) ?? null : null;
      if (!current()) return;
      const listed = listing.use(found, portalAccounts);
      await follower.follow(of, found);
      await listed;
    } catch (error) {
      parts.onError(error);
      if (current()) await follower.follow(of, null);
    }
  }

  return {
    /** Sources of accounts beside the configuration, in order of trust. */
    sources: listing.sources,
    names: listing.names,
    /** Follows the configured portal, or none. */
    configure({ ssoStartUrl, ssoRegion }: PortalConfig) {
      const next = { ...(ssoStartUrl ? { ssoStartUrl } : {}), ...(ssoRegion ? { ssoRegion } : {}) };
      const key = JSON.stringify(next);
      if (key === followed) return;
      followed = key;
      config = next;
      attempt.cancel();
      opened = follow();
    },
    /** Settles when the sources have the accounts that the portal's cached list and the user's files name. */
    opened: () => opened,
    /** Begins a sign-in at the user's request: opens its window, and the browser. */
    begin: (method: SignInMethod = parts.usualMethod()) => attempt.begin(method),
    openAgain: attempt.openAgain,
    /** Cancels a running sign-in. Work that waits for it is told so. */
    cancel: attempt.cancel,
    async signOut(): Promise<CommandResult> {
      attempt.cancel();
      const session = (await cloud)?.session;
      if (!session) return NO_PORTAL;
      const { signOut } = await lazyImport<typeof import("../../../aws/session/sign_out.ts")>(
        "../../../aws/session/sign_out.ts",
        import.meta.url,
      );
      const ended = await signOut(session, AbortSignal.timeout(PATIENCE)).catch((error) => {
        if (!(error instanceof CloudError)) throw error;
        return error;
      });
      await follower.look();
      if (ended instanceof CloudError) return refusal(ended.sentence, ended.hint);
      const { problem } = ended;
      if (!problem) return { ok: true };
      return refusal(`Signed out on this machine only: ${problem.message}`, problem.hint);
    },
    /** Checks whether there is a portal at an address, in a region. */
    async check(startUrl: string, region: string): Promise<CommandResult> {
      const { checkPortal } = await lazyImport<typeof import("../../../aws/sign_in/check.ts")>(
        "../../../aws/sign_in/check.ts",
        import.meta.url,
      );
      try {
        await checkPortal({ region }, startUrl, AbortSignal.timeout(CHECK));
        return { ok: true };
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        return refusal(error.sentence, error.hint);
      }
    },
    /** Requests the accounts again. */
    async refresh(): Promise<CommandResult> {
      // There was neither a portal nor a file of AWS's tools. The user may have made one since.
      if (followed && await cloud.catch(() => null) === null) await follow();
      const failed = await listing.refresh(AbortSignal.timeout(PATIENCE));
      await follower.look();
      return failed ? refusal(failed.sentence, failed.hint) : { ok: true };
    },
    /**
     * Called by work that needs a sign-in. Opens the window that tells what needs the sign-in, and waits.
     * Returns true once the user is signed in; false when the user cancels, `signal` aborts, or there is no
     * portal.
     */
    async needed(asker: Omit<SignInAsker, "id">, signal: AbortSignal) {
      if (!(await cloud)?.session) return false;
      await follower.look();
      if (parts.store.get().signIn.status === "signed-in") return true;
      return await attempt.wait({ ...asker, id: crypto.randomUUID() }, signal);
    },
    /** Tells the user, at most once until somebody signs in, that something needs a sign-in. Opens no window. */
    wanted(why: string) {
      const { line, needed } = signInWords(parts.store.get().signIn, parts.now());
      if (warned || !needed) return;
      warned = true;
      parts.toasts.show({
        id: "sign-in",
        type: "info",
        title: line,
        message: why,
        opens: { label: "Sign in", page: "sign_in" },
      }, 60);
    },
    /** Waits for a running sign-in; returns false at once when none runs. */
    underWay: attempt.underWay,
    close() {
      followed = "";
      attempt.cancel();
      follower.close();
      listing.close();
    },
  };
}

/** Maximum time for signing out and for requesting accounts, ms. */
const PATIENCE = 120_000;

/** Maximum time for checking a portal, ms. */
const CHECK = 15_000;
