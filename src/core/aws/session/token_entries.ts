import type { AwsProfiles } from "../profiles/profiles.ts";

/** A sign-in portal, as the configuration names it. */
export interface Portal {
  readonly startUrl: string;
  readonly region: string;
}

/** A place in the token cache where tools of this machine look for a token of the portal. */
export interface TokenEntry {
  /** What its file is named by: the name of a session, or a start address as a profile writes it. */
  readonly key: string;
  /** The start address as it is written there. */
  readonly startUrl: string;
  /** The `sso-session` of the user's AWS configuration; null for an address. */
  readonly session: string | null;
  /** What the session asks for; null when it says nothing. */
  readonly scopes: readonly string[] | null;
}

/** The entries of a portal's tokens. */
export interface TokenEntries {
  /** Where tokens are looked for, the most wanted first. A new sign-in goes to the first. */
  readonly entries: readonly TokenEntry[];
  /** Addresses that profiles without a session use: they get a copy of each new token. */
  readonly copies: readonly TokenEntry[];
}

/** Two spellings of one start address: a slash at the end and the portal's own `#/` do not matter. */
export function samePortal(one: string, other: string): boolean {
  return plainAddress(one) === plainAddress(other);
}

function plainAddress(text: string): string {
  const url = URL.parse(text.trim());
  return url ? `${url.origin}${url.pathname.replace(/\/+$/, "")}` : text;
}

/**
 * Where tokens of a portal lie, from the user's AWS configuration: sessions of that address and region, then addresses.
 * Without a session the address itself is the place, which is where profiles without one look.
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
