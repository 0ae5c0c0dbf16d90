import { profileAccounts } from "../sources/local_source.ts";
import { awsFiles } from "./files.ts";
import { type AwsProfiles, readProfiles } from "./profiles.ts";

/** What the configuration can import from the user's AWS files. */
export interface Importable {
  /** The portal that most profiles use. */
  readonly portal?: { readonly startUrl: string; readonly region: string };
  readonly accounts: readonly { readonly accountId: string; readonly region: string }[];
}

/** Returns what can be imported from the user's AWS files. Throws a CloudError for a file that may not be read. */
export async function readImportable(): Promise<Importable> {
  return importable(await readProfiles(awsFiles()));
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
  const portals = [...sessions.values(), ...profiles.values()].flatMap((settings) => {
    const from = sessions.get(settings.get("sso_session") ?? "") ?? settings;
    const startUrl = from.get("sso_start_url"), region = from.get("sso_region");
    return startUrl && region && /^https:\/\//.test(startUrl) ? [{ startUrl, region }] : [];
  });
  const uses = Map.groupBy(portals, ({ startUrl }) => startUrl);
  const [most] = [...uses.values()].sort((a, b) => b.length - a.length);
  return most?.[0];
}
