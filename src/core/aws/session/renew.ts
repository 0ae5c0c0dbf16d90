import { createToken } from "../sign_in/oidc.ts";
import type { ReadVariable } from "../wire/endpoint.ts";
import { signedOut } from "../errors.ts";
import type { TokenCache } from "./cache.ts";
import type { TokenEntry } from "./token_entries.ts";
import type { PortalToken } from "./token.ts";

/** A token and its place in the cache. */
export interface CachedToken {
  readonly entry: TokenEntry;
  readonly token: PortalToken;
}

/**
 * Renews a token under the lock of the cache, and stores the new one in its place and as copies. When another
 * process renewed it first, returns that token with `renewedHere` false. Returns "ended" when AWS no longer
 * renews the token.
 */
export async function renewToken(
  cache: TokenCache,
  env: ReadVariable,
  from: CachedToken,
  copies: readonly TokenEntry[],
  now: () => number,
  signal: AbortSignal,
): Promise<{ readonly token: PortalToken; readonly renewedHere: boolean } | "ended"> {
  const { key } = from.entry, { region } = from.token;
  /** Returns a valid token that another process has stored meanwhile; null when there is none. */
  const others = async (): Promise<PortalToken | null> => {
    const token = await cache.token(key);
    const same = token?.accessToken.open() === from.token.accessToken.open();
    return token && !same && token.expiresAt > now() ? token : null;
  };
  return await cache.locked(async () => {
    const found = await others();
    if (found) return { token: found, renewedHere: false };
    const latest = await cache.token(key);
    if (!latest?.refreshToken || !latest.client) throw signedOut();
    const grant = { by: "refresh", refreshToken: latest.refreshToken } as const;
    const given = await createToken({ region, env }, latest.client, grant, signal);
    // The AWS CLI takes no lock. It may have renewed the token meanwhile, which invalidates the refresh token
    // used here.
    if (typeof given === "string") {
      const faster = await others();
      return faster ? { token: faster, renewedHere: false } : "ended";
    }
    const token: PortalToken = {
      startUrl: latest.startUrl,
      region: latest.region,
      accessToken: given.accessToken,
      expiresAt: now() + given.expiresIn,
      client: latest.client,
      refreshToken: given.refreshToken ?? latest.refreshToken,
    };
    await keepToken(cache, from.entry, copies, token);
    return { token, renewedHere: true };
  }, signal);
}

/** Stores a token in its place, and a copy for each address that profiles without a session use. */
export async function keepToken(
  cache: TokenCache,
  entry: TokenEntry,
  copies: readonly TokenEntry[],
  token: PortalToken,
): Promise<void> {
  await cache.saveToken(entry.key, { ...token, startUrl: entry.startUrl });
  for (const copy of copies) {
    if (copy.key === entry.key) continue;
    // A refresh token can be used only once, so only one place may renew. Profiles without a session never
    // renew.
    const { client: _, refreshToken: __, ...plain } = token;
    await cache.saveToken(copy.key, { ...plain, startUrl: copy.startUrl });
  }
}
