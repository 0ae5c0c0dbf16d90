import { createToken } from "../sign_in/oidc.ts";
import type { ReadVariable } from "../wire/endpoint.ts";
import { CloudError } from "../errors.ts";
import type { TokenCache } from "./cache.ts";
import type { TokenEntry } from "./token_entries.ts";
import type { PortalToken } from "./token.ts";

/** A token and the place where it lies. */
export interface Held {
  readonly entry: TokenEntry;
  readonly token: PortalToken;
}

/**
 * Renews a token under the lock of the cache, and keeps the new one where the old one lies and where copies belong.
 * When another process was faster, its token is given, and `renewedHere` is false. `ended`: AWS renews it no more.
 */
export async function renewToken(
  cache: TokenCache,
  env: ReadVariable,
  from: Held,
  copies: readonly TokenEntry[],
  now: () => number,
  signal: AbortSignal,
): Promise<{ readonly token: PortalToken; readonly renewedHere: boolean } | "ended"> {
  const { key } = from.entry;
  const region = from.token.region;
  /** The token that another process has put there, if it is good. */
  const others = async (): Promise<PortalToken | null> => {
    const token = await cache.token(key);
    const same = token?.accessToken.open() === from.token.accessToken.open();
    return token && !same && token.expiresAt > now() ? token : null;
  };
  return await cache.locked(async () => {
    const found = await others();
    if (found) return { token: found, renewedHere: false };
    const latest = await cache.token(key);
    if (!latest?.refreshToken || !latest.client) {
      throw new CloudError(
        "You are not signed in any more.",
        "Sign in.",
        undefined,
        "signed-out",
      );
    }
    const given = await createToken({ region, env }, latest.client, {
      by: "refresh",
      refreshToken: latest.refreshToken,
    }, signal);
    // The AWS CLI takes no lock: it may have renewed in between, which ends the refresh token that was used here.
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

/** Keeps a token in its place, and a copy at each address that profiles without a session use. */
export async function keepToken(
  cache: TokenCache,
  entry: TokenEntry,
  copies: readonly TokenEntry[],
  token: PortalToken,
): Promise<void> {
  await cache.saveToken(entry.key, { ...token, startUrl: entry.startUrl });
  for (const copy of copies) {
    if (copy.key === entry.key) continue;
    // Only one place may renew: a refresh token is good once. Profiles without a session never do.
    const { client: _, refreshToken: __, ...plain } = token;
    await cache.saveToken(copy.key, { ...plain, startUrl: copy.startUrl });
  }
}
