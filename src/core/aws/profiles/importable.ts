import { profileAccounts } from "../sources/local_source.ts";
import { portalProfile } from "../credentials/profile.ts";
import type { AwsProfiles } from "./profiles.ts";

/** What the user's AWS files know that a configuration could. */
export interface Importable {
  /** The portal that most profiles sign in at. */
  readonly portal?: { readonly startUrl: string; readonly region: string };
  readonly accounts: readonly {
    readonly accountId: string;
    readonly name?: string;
    readonly region?: string;
  }[];
}

/** The portal and the accounts of the profiles, these by name. */
export function importable(all: AwsProfiles): Importable {
  const portal = usualPortal(all);
  const names = profileNames(all);
  const accounts = profileAccounts(all).map(({ id, region, roles = [] }) => {
    const name = accountName(names.get(id) ?? [], roles);
    return { accountId: id, ...(name && { name }), ...(region && { region }) };
  });
  accounts.sort((a, b) => (a.name ?? a.accountId).localeCompare(b.name ?? b.accountId));
  return { ...(portal && { portal }), accounts };
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

/** The names of the profiles of each account. */
function profileNames({ profiles, sessions }: AwsProfiles): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [name, settings] of profiles) {
    const id = portalProfile(settings, sessions)?.account ??
      /^arn:[\w-]+:iam::(\d{12}):/.exec(settings.get("role_arn") ?? "")?.[1];
    if (id) names.set(id, [...names.get(id) ?? [], name]);
  }
  return names;
}

/** What the profiles of an account are called alike, without the name of a role at the end. */
function accountName(names: readonly string[], roles: readonly string[]): string {
  const [first = ""] = names;
  let name = first;
  for (const other of names) while (!other.startsWith(name)) name = name.slice(0, -1);
  for (const role of roles) {
    if (name.toLowerCase().endsWith(role.toLowerCase())) name = name.slice(0, -role.length);
  }
  name = name.replace(/[-_. /:]+$/, "");
  return name === "" || name === "default" ? first === "default" ? "" : first : name;
}
