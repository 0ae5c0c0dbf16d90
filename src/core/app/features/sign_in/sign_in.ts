import type { AccountSource, NameMemory } from "../../../accounts/mod.ts";
import type { Cloud } from "../../../aws/cloud.ts";
import { CloudError } from "../../../aws/errors.ts";
import { lazyImport } from "../../../lazy_import.ts";
import { signInWords } from "../../../state/sign_in_words.ts";
import type { SignInAsker } from "../../../state/state.ts";
import type { CommandResult } from "../../result.ts";
import { createAttempt } from "./attempt.ts";
import { createListing } from "./listing.ts";
import { NO_PORTAL, type PortalConfig, type SignInParts, type SignInWay } from "./parts.ts";
import { createFollower } from "./session.ts";

/**
 * The sign-in: who is signed in, signing in and out, and the accounts that this gives. A browser opens only when the
 * user has asked.
 */
export interface SignIn {
  /** Where accounts come from beside the configuration, in the order in which they are believed. */
  readonly sources: readonly AccountSource[];
  readonly names: NameMemory;
  /** Follows the portal of the configuration, or none. */
  configure(config: PortalConfig): void;
  /** The user wants to sign in: opens the window that follows it, and the browser. */
  begin(way?: SignInWay): CommandResult;
  openAgain(): Promise<CommandResult>;
  /** Cancels a running sign-in; callers that wait learn that the user does not want to. */
  cancel(): void;
  signOut(): Promise<CommandResult>;
  /** Asks AWS whether there is a portal at an address, in a region. */
  check(startUrl: string, region: string): Promise<CommandResult>;
  /** Asks for the accounts anew. */
  refresh(): Promise<CommandResult>;
  /**
   * Called by work that needs a sign-in: opens the window that says what needs it, and waits for the user. True once
   * the user is signed in; false when the user cancels, `signal` aborts, or there is no portal.
   */
  needed(asker: Omit<SignInAsker, "id">, signal: AbortSignal): Promise<boolean>;
  /** Tells the user, once until somebody is signed in, that something would need that. Opens nothing. */
  wanted(why: string): void;
  /** Waits for a sign-in that is under way; false at once when none is. */
  underWay(signal: AbortSignal): Promise<boolean>;
  close(): void;
}

/** Makes the feature that signs in and out and keeps it in the state. */
export function createSignIn(parts: SignInParts): SignIn {
  /** The configuration that is followed; an answer for an earlier one is dropped. */
  let followed: string | undefined;
  let cloud: Promise<Cloud | null> = Promise.resolve(null);

  /** The user was told that something needs a sign-in. */
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

  return {
    sources: listing.sources,
    names: listing.names,
    configure({ ssoStartUrl, ssoRegion }) {
      const config = { ...(ssoStartUrl ? { ssoStartUrl } : {}), ...(ssoRegion ? { ssoRegion } : {}) };
      const key = JSON.stringify(config);
      if (key === followed) return;
      followed = key;
      attempt.cancel();
      cloud = parts.cloud(config);
      cloud.then(async (found) => {
        const catalog = key === followed ? await found?.catalog(parts.cache) ?? null : null;
        // Reading a portal's cache takes time; the configuration may name another one by then, or none.
        if (key !== followed) return;
        listing.use(found, catalog);
        await follower.follow(config, found);
      }).catch(async (error) => {
        parts.onError(error);
        if (key === followed) await follower.follow(config, null);
      });
    },
    begin: (way = parts.usualWay()) => attempt.begin(way),
    openAgain: () => attempt.openAgain(),
    cancel: () => attempt.cancel(),
    async signOut() {
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
      if (ended instanceof CloudError) return { ok: false, error: ended.sentence, ...hintOf(ended) };
      const { problem } = ended;
      if (!problem) return { ok: true };
      return { ok: false, error: `Signed out on this machine only: ${problem.message}`, ...hintOf(problem) };
    },
    async check(startUrl, region) {
      const { checkPortal } = await lazyImport<typeof import("../../../aws/sign_in/check.ts")>(
        "../../../aws/sign_in/check.ts",
        import.meta.url,
      );
      try {
        await checkPortal({ region }, startUrl, AbortSignal.timeout(CHECK));
        return { ok: true };
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        return { ok: false, error: error.sentence, ...hintOf(error) };
      }
    },
    async refresh() {
      const failed = await listing.refresh(AbortSignal.timeout(PATIENCE));
      await follower.look();
      return failed ? { ok: false, error: failed.sentence, ...hintOf(failed) } : { ok: true };
    },
    async needed(asker, signal) {
      if (!(await cloud)?.session) return false;
      await follower.look();
      if (parts.store.get().signIn.status === "signed-in") return true;
      return await attempt.wait({ ...asker, id: crypto.randomUUID() }, signal);
    },
    wanted(why) {
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
    underWay: (signal) => attempt.underWay(signal),
    close() {
      followed = "";
      attempt.cancel();
      follower.close();
      listing.close();
    },
  };
}

/** How long signing out and asking for lists may take, ms. */
const PATIENCE = 120_000;

/** How long a look at a portal may take, ms. */
const CHECK = 15_000;

function hintOf({ hint }: { readonly hint?: string }): { hint?: string } {
  return hint ? { hint } : {};
}
