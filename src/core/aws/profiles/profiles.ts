import { type AwsFiles, readText } from "./files.ts";
import { headerName, type IniSettings, parseIni } from "./ini.ts";

/** The profiles and sessions of the user's AWS files, by name. */
export interface AwsProfiles {
  /** Settings of both files. When both have a setting, that of the credentials file counts. */
  readonly profiles: ReadonlyMap<string, IniSettings>;
  readonly sessions: ReadonlyMap<string, IniSettings>;
}

/** Reads the user's files. Missing files define nothing. Throws a CloudError for a file that may not be read. */
export async function readProfiles(files: AwsFiles): Promise<AwsProfiles> {
  const [config, credentials] = await Promise.all([readText(files.config), readText(files.credentials)]);
  return parseProfiles(config ?? "", credentials ?? "");
}

/** Parses the texts of `config` and `credentials`. */
export function parseProfiles(config: string, credentials: string): AwsProfiles {
  const profiles = new Map<string, Map<string, string>>();
  const sessions = new Map<string, Map<string, string>>();
  const add = (to: Map<string, Map<string, string>>, name: string, settings: IniSettings, wins: boolean) => {
    const known = to.get(name);
    if (!known) return void to.set(name, new Map(settings));
    for (const [key, value] of settings) if (wins || !known.has(key)) known.set(key, value);
  };
  for (const { name, settings } of parseIni(config)) {
    const profile = name === "default" ? name : headerName(name, "profile");
    const session = headerName(name, "sso-session");
    if (profile !== null) add(profiles, profile, settings, false);
    if (session !== null) add(sessions, session, settings, false);
  }
  const fromCredentials = new Set<string>();
  for (const { name, settings } of parseIni(credentials)) {
    if (name === "") continue;
    add(profiles, name, settings, !fromCredentials.has(name));
    fromCredentials.add(name);
  }
  return { profiles, sessions };
}
