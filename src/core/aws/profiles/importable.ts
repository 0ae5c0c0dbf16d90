import { profileAccounts } from "../sources/local_source.ts";
import type { AwsProfiles } from "./profiles.ts";

/** What the configuration can import from the user's AWS files. */
export interface Importable {
  /** The portal that most profiles use. */
  readonly portal?: { readonly startUrl: string; readonly region: string };
  readonly accounts: readonly { readonly accountId: string; readonly region: string }[];
}

/** Returns the portal and the accounts of the profiles, each with a region. */
export function importable(all: AwsProfiles): Importable {
  const portal = usualPortal(all);
  const usual = all.profiles.get("default")?.get("region") ?? portal?.region ?? "us-east-1";
  return {
    ...(portal && { portal }),
    accounts: profileAccounts(all).map(({ id, region = usual }) => ({ accountId: id, region })),
  };
}

function usualPortal({ profiles, sessions }: AwsProfiles): Importable["portal"] {
  const uses = new Map<string, { startUrl: string; region: string; count: number }>();
  for (const settings of [...sessions.values(), ...profiles.values()]) {
    const from = sessions.get(settings.get("sso_session") ?? "") ?? settings;
    const startUrl = from.get("sso_start_url"), region = from.get("sso_region");
    if (!startUrl || !region || !/^https:\/\//.test(startUrl)) continue;
    const known = uses.get(startUrl) ?? { startUrl, region, count: 0 };
    known.count++;
    uses.set(startUrl, known);
  }
  const [most] = [...uses.values()].sort((a, b) => b.count - a.count);
  return most && { startUrl: most.startUrl, region: most.region };
}
