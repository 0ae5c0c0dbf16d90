import type { Secret } from "../../secret.ts";
import { lazyImport } from "../../lazy_import.ts";
import { CloudError, signedOut } from "../errors.ts";
import { type AwsFiles, awsFiles, stampOf } from "../profiles/files.ts";
import { readProfiles } from "../profiles/profiles.ts";
import { createShared } from "../shared.ts";
import { openTokenCache, type TokenCache } from "./cache.ts";
import { environment, type ReadVariable, type ServiceRegion } from "../wire/endpoint.ts";
import { type Portal, type TokenEntries, tokenEntries } from "./token_entries.ts";
import type { CachedToken } from "./renew.ts";
import type { PortalToken } from "./token.ts";

/** The status of a session. Times are ms since 1970. */
export type SessionStatus =
  | { readonly status: "signed-out" }
  /** `renews`: the session is renewed without the user beyond `until`, as long as AWS allows it. */
  | { readonly status: "signed-in"; readonly until: number; readonly renews: boolean }
  /** `renews`: the session can be renewed without the user once AWS answers. */
  | { readonly status: "expired"; readonly since: number; readonly renews: boolean }
  /** AWS rejects the session although it should still be valid. */
  | { readonly status: "revoked" };

/** The user's session at a sign-in portal. Every call reads the shared token cache. */
export interface PortalSession {
  readonly portal: Portal;
  /** Region of the portal's services. */
  readonly serviceRegion: ServiceRegion;
  readonly cache: TokenCache;
  readonly files: AwsFiles;
  /** Reads the stored status. Neither renews the token nor asks the user. */
  status(): Promise<SessionStatus>;
  /**
   * Returns a number that changes when somebody has signed in again, perhaps as another user: when the token
   * is neither the one seen last nor a renewal of it.
   */
  era(): Promise<number>;
  /** Returns the places of the portal's tokens. */
  entries(): Promise<TokenEntries>;
  /** Returns the token that would be used, valid or not; null when there is none. */
  cachedToken(): Promise<CachedToken | null>;
  /** Returns a valid access token, renewed when it ends soon. Throws a CloudError when the user must sign in. */
  token(signal: AbortSignal): Promise<Secret>;
  /**
   * Returns another access token after AWS has refused this one: a newer stored one, or a renewed one. Throws
   * a CloudError when there is none. The refused token counts as revoked from now on.
   */
  another(refused: Secret, signal: AbortSignal): Promise<Secret>;
}

/** A token is renewed when it ends within this time, ms. SDKs renew later, so they find a fresh token. */
export const RENEW_BEFORE = 15 * 60_000;

/**
 * Time until a valid token is renewed again, ms, after a renewal failed or returned a token that ends soon,
 * because the session itself ends.
 */
const REST = 30_000;

/** Options of a session. The defaults are those of this machine. */
export interface PortalSessionOptions {
  readonly files?: AwsFiles;
  readonly env?: ReadVariable;
  readonly now?: () => number;
  /** Uses only the token with this name or address. */
  readonly only?: string;
}

/** Opens the session of a portal. */
export function openPortalSession(portal: Portal, options: PortalSessionOptions = {}): PortalSession {
  const { files = awsFiles(), env = environment, now = Date.now, only } = options;
  const cache = openTokenCache(files.tokens);
  const shared = createShared<PortalToken>();
  /** Refused access tokens, the newest last, and refresh tokens that AWS no longer renews. */
  const refused: string[] = [], ended: string[] = [];
  let restUntil = 0;
  /** Access tokens of one sign-in, as far as this session knows. */
  let lineage = new Set<string>(), era = 0;

  const valid = ({ token }: CachedToken) =>
    token.expiresAt > now() && !refused.includes(token.accessToken.open());
  const renewable = ({ token }: CachedToken) =>
    token.refreshToken !== undefined && token.client !== undefined && token.client.expiresAt > now() &&
    !ended.includes(token.refreshToken.open());

  let read: { readonly stamp: string; readonly entries: TokenEntries } | undefined;
  async function entries(): Promise<TokenEntries> {
    const stamp = await stampOf(files);
    if (read?.stamp !== stamp) {
      const found = tokenEntries(portal, await readProfiles(files));
      const wanted = only === undefined ? found.entries : found.entries.filter(({ key }) => key === only);
      read = { stamp, entries: { ...found, entries: wanted } };
    }
    return read.entries;
  }

  async function cachedToken(): Promise<CachedToken | null> {
    const all: CachedToken[] = [];
    for (const entry of (await entries()).entries) {
      const token = await cache.token(entry.key);
      if (token) all.push({ entry, token });
    }
    const newest = all.toSorted((a, b) => b.token.expiresAt - a.token.expiresAt)[0];
    return all.find(valid) ?? all.find(renewable) ?? newest ?? null;
  }

  async function renew(from: CachedToken, signal: AbortSignal): Promise<PortalToken> {
    return await shared(from.entry.key, async (stop) => {
      const { renewToken } = await lazyImport<typeof import("./renew.ts")>("./renew.ts", import.meta.url);
      const renewed = await renewToken(cache, env, from, (await entries()).copies, now, stop);
      if (renewed !== "ended") {
        const { token, renewedHere } = renewed;
        if (renewedHere && lineage.has(from.token.accessToken.open())) lineage.add(token.accessToken.open());
        return token;
      }
      remember(ended, from.token.refreshToken!.open());
      throw over(from);
    }, signal);
  }

  /** Returns why a session cannot be renewed. */
  function over({ token }: CachedToken): CloudError {
    if (token.expiresAt > now()) {
      return new CloudError(
        "AWS takes the sign-in no more.",
        "Someone signed out, or an administrator ended the session. Sign in again.",
        undefined,
        "revoked",
      );
    }
    return new CloudError("The sign-in has expired.", "Sign in again.", undefined, "expired");
  }

  return {
    portal,
    serviceRegion: { region: portal.region, env },
    cache,
    files,
    entries,
    cachedToken,
    async status() {
      const found = await cachedToken();
      if (!found) return { status: "signed-out" };
      const { expiresAt } = found.token;
      if (valid(found)) return { status: "signed-in", until: expiresAt, renews: renewable(found) };
      return expiresAt > now()
        ? { status: "revoked" }
        : { status: "expired", since: expiresAt, renews: renewable(found) };
    },
    async era() {
      const access = (await cachedToken())?.token.accessToken.open() ?? "";
      if (!lineage.has(access)) {
        if (lineage.size > 0) era++;
        lineage = new Set([access]);
      }
      return era;
    },
    async token(signal) {
      const found = await cachedToken();
      if (!found) throw new CloudError("You are not signed in.", "Sign in.", undefined, "signed-out");
      const good = valid(found);
      const soon = found.token.expiresAt - now() < RENEW_BEFORE;
      if (good && (!soon || !renewable(found) || now() < restUntil)) return found.token.accessToken;
      if (!renewable(found)) throw over(found);
      try {
        const renewed = await renew(found, signal);
        if (renewed.expiresAt - now() < RENEW_BEFORE) restUntil = now() + REST;
        return renewed.accessToken;
      } catch (error) {
        if (!good || signal.aborted) throw error;
        restUntil = now() + REST;
        return found.token.accessToken;
      }
    },
    async another(token, signal) {
      remember(refused, token.open());
      const found = await cachedToken();
      if (!found) throw signedOut();
      if (valid(found)) return found.token.accessToken;
      if (!renewable(found)) throw over(found);
      return (await renew(found, signal)).accessToken;
    },
  };
}

/** Adds a value to a list of the newest 20. Older tokens have expired. */
function remember(list: string[], value: string): void {
  if (list.includes(value)) return;
  list.push(value);
  if (list.length > 20) list.shift();
}
