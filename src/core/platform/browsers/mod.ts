import { readRegularText } from "../../files/read.ts";
import { findProgram, hostSystem } from "../host.ts";
import type { CommandLine } from "../system.ts";
import {
  type BrowserProfile,
  chromiumProfiles,
  containerOpener,
  containers,
  firefoxChoices,
  firefoxProfiles,
  profileArguments,
} from "./profiles.ts";
import { type Browser, browserPrograms } from "./programs.ts";

/** An installed browser, with the profiles in which it can be opened. */
export interface FoundBrowser {
  readonly id: string;
  readonly label: string;
  readonly profiles: readonly BrowserProfile[];
}

/** Maximum bytes read of a browser's file. */
const MAX_COUNT = 16 * 1024 * 1024;

/** Returns the installed browsers with their profiles. */
export async function browsers(): Promise<FoundBrowser[]> {
  const all = browserPrograms(hostSystem().name, Deno.env.toObject());
  const found = await Promise.all(all.map(async (browser) => {
    if (await programOf(browser) === null) return [];
    return [{ id: browser.id, label: browser.label, profiles: await profilesOf(browser) }];
  }));
  return found.flat();
}

/**
 * Returns a function that gives the command to open an address in the chosen browser; null when that browser
 * is not installed any more.
 */
export async function browserCommand(
  { browser: id, profile }: { readonly browser: string; readonly profile?: string },
): Promise<((address: string) => CommandLine) | null> {
  const browser = browserPrograms(hostSystem().name, Deno.env.toObject()).find((one) => one.id === id);
  const program = browser ? await programOf(browser) : null;
  if (!browser || program === null) return null;
  return (address) => [program, ...profileArguments(browser.kind, profile, address)];
}

async function programOf({ programs }: Browser): Promise<string | null> {
  for (const name of programs) {
    const path = await findProgram(name);
    if (path !== null) return path;
  }
  return null;
}

async function profilesOf({ kind, folder }: Browser): Promise<readonly BrowserProfile[]> {
  const { join, isAbsolute } = hostSystem();
  if (kind === "chromium") return chromiumProfiles(await read(join(folder, "Local State")));
  const profiles = firefoxProfiles(await read(join(folder, "profiles.ini")));
  const choices = await Promise.all(profiles.map(async (profile) => {
    const path = isAbsolute(profile.path) ? profile.path : join(folder, ...profile.path.split("/"));
    const opener = containerOpener(await read(join(path, "extensions.json")));
    const inside = opener === null ? [] : containers(await read(join(path, "containers.json")));
    return firefoxChoices(profile, opener, inside);
  }));
  return choices.flat();
}

/** Returns a file's text; empty when it cannot be read. */
async function read(path: string): Promise<string> {
  return await readRegularText(path, MAX_COUNT).catch(() => null) ?? "";
}
