import type { AwsProfiles } from "../profiles/profiles.ts";

/** A sign-in portal of the configuration. */
export interface Portal {
  readonly startUrl: string;
  readonly region: string;
}

/** A place in the token cache where tools look for a token of the portal. */
export interface TokenEntry {
  /** Key of the file's name: the name of a session, or a start address as a profile writes it. */
  readonly key: string;
  /** Start address as that session or profile writes it. */
  readonly startUrl: string;
  /** Name of the `sso-session` in the user's AWS configuration; null for an address. */
  readonly session: string | null;
  /** Scopes that the session requests; null when it names none. */
  readonly scopes: readonly string[] | null;
}

/** The places of a portal's tokens. */
export interface TokenEntries {
  /** Places where tokens are looked for, the preferred ones first. A new sign-in is stored in the first. */
  readonly entries: readonly TokenEntry[];
  /** Addresses of profiles without a session, which get a copy of each new token. */
  readonly copies: readonly TokenEntry[];
}

/** Whether two texts are the same start address. A trailing slash and the portal's own `#/` are ignored. */
export function samePortal(one: string, other: string): boolean {
  return plainAddress(one) === plainAddress(other);
}

function plainAddress(text: string): string {
  const url = URL.parse(text.trim());
  return url ? `${url.origin}${url.pathname.replace(/\/+$/, "")}` : text;
}

/**
 * Returns the places of a portal's tokens from the user's AWS configuration: sessions with that address and
 * region first, then addresses. Without a session the address itself is the place, where profiles without a
 * session look.
 */
export function tokenEntries(
  { startUrl, region }: Portal,
  { profiles, sessions }: AwsProfiles,
): TokenEntries {
  const entries: TokenEntry[] = [];
  for (const [session, settings] of sessions) {
    const address = settings.get("sso_start_url") ?? "";
    if (samePortal(address, startUrl) && settings.get("sso_region") === region) {
      const scopes = settings.get("sso_registration_scopes")?.split(",").map((scope) => scope.trim())
        .filter(Boolean);
      entries.push({ key: session, startUrl: address, session, scopes: scopes?.length ? scopes : null });
    }
  }
  const addresses = new Set<string>();
  for (const settings of profiles.values()) {
    const address = settings.get("sso_start_url");
    if (!address || settings.has("sso_session") || settings.get("sso_region") !== region) continue;
    if (samePortal(address, startUrl)) addresses.add(address);
  }
  const legacy = (address: string): TokenEntry => ({
    key: address,
    startUrl: address,
    session: null,
    scopes: null,
  });
  const copies = [...addresses].map(legacy);
  return { entries: [...entries, ...[...new Set([startUrl, ...addresses])].map(legacy)], copies };
}
