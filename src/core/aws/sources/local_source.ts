import type { AccountSource, FoundAccount } from "../../accounts/mod.ts";
import { createListeners } from "../../listeners.ts";
import { roleOf } from "../credentials/credentials.ts";
import { profilePortal } from "../credentials/profile.ts";
import type { Cloud } from "../cloud.ts";
import { commonName } from "../profiles/common_name.ts";
import type { AwsProfiles } from "../profiles/profiles.ts";
import { isAccountId } from "../../text/aws_names.ts";

/** Returns the current cloud; null when there is no portal, profile or key. */
type CloudNow = () => Cloud | null | Promise<Cloud | null>;

/** Makes a source that keeps the accounts of its last request. */
function remembering(
  source: string,
  ask: (signal: AbortSignal) => Promise<readonly FoundAccount[]>,
): AccountSource {
  let found: readonly FoundAccount[] = [];
  const { subscribe, tell } = createListeners();
  return {
    source,
    accounts: () => found,
    subscribe,
    async refresh(signal) {
      const next = await ask(signal);
      if (JSON.stringify(next) === JSON.stringify(found)) return;
      found = next;
      tell();
    },
  };
}

/** Makes a source with the account of the standard chain's credentials, as AWS identifies them. */
export function chainSource(cloud: CloudNow, quiet: () => boolean = () => false): AccountSource {
  return remembering("chain", async (signal) => {
    const ambient = await (await cloud())?.ambient(signal, { quiet: quiet() });
    if (!ambient) return [];
    return [{ id: ambient.who.account, roles: [roleOf(ambient.who)].filter((role) => role !== "") }];
  });
}

/** Makes a source with the accounts of profiles in the user's AWS files. */
export function profilesSource(cloud: CloudNow): AccountSource {
  return remembering("profiles", async () => {
    const profiles = await (await cloud())?.profiles();
    return profiles ? profileAccounts(profiles) : [];
  });
}

/**
 * Returns the accounts of profiles, from their sign-ins or the ARNs of their roles. An account is named after
 * its profiles.
 */
export function profileAccounts({ profiles, sessions }: AwsProfiles): FoundAccount[] {
  const found = new Map<string, { region: string | undefined; roles: Set<string>; names: string[] }>();
  for (const [name, settings] of profiles) {
    const profile = profilePortal(settings, sessions);
    if (!profile || !isAccountId(profile.account)) continue;
    const { account: id, role } = profile;
    const known = found.get(id) ?? { region: settings.get("region"), roles: new Set(), names: [] };
    known.roles.add(role);
    known.names.push(name);
    found.set(id, known);
  }
  return [...found].map(([id, { region, roles, names }]) => {
    const name = commonName(names, roles);
    return { id, ...(name && { name }), ...(region && { region }), roles: [...roles] };
  });
}
