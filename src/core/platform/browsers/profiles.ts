import { oneLine } from "../../text/outside.ts";
import { fieldsOf, jsonOrNull } from "../../json_values.ts";

/** A profile of a browser, or a container in a profile. */
export interface BrowserProfile {
  /** The id under which the user's choice is saved: see {@link profileArguments}. */
  readonly id: string;
  /** The name that the user gave to the profile. */
  readonly label: string;
}

/** Maximum profiles and containers. */
const MAX_COUNT = 200;

/** Returns the profiles in Chromium's file `Local State`; empty when the file cannot be parsed. */
export function chromiumProfiles(text: string): BrowserProfile[] {
  const cache = fieldsOf(fieldsOf(fieldsOf(jsonOrNull(text)).profile).info_cache);
  return Object.entries(cache).slice(0, MAX_COUNT).flatMap(([folder, info]) => {
    if (typeof info !== "object" || info === null) return [];
    const { name } = fieldsOf(info);
    // The folder's name becomes an argument of its own, never a path.
    if (!/^[\w][\w .-]{0,99}$/.test(folder)) return [];
    return [{ id: folder, label: typeof name === "string" && name !== "" ? shown(name) : folder }];
  });
}

/** A profile in Firefox's `profiles.ini`, and its folder. */
interface FirefoxProfile {
  readonly name: string;
  /** Relative to the file's folder unless it is absolute. */
  readonly path: string;
}

/** Returns the profiles in Firefox's `profiles.ini`. */
export function firefoxProfiles(text: string): FirefoxProfile[] {
  const found: FirefoxProfile[] = [];
  for (const section of text.split(/^\[/m).filter((part) => /^Profile\d+\]/.test(part)).slice(0, MAX_COUNT)) {
    const value = (key: string) => new RegExp(`^${key}=(.+?)\\r?$`, "m").exec(section)?.[1];
    const [name, path] = [value("Name"), value("Path")];
    if (name !== undefined && path !== undefined && name.length <= 100) found.push({ name, path });
  }
  return found;
}

/** Extensions that open an address in a container: their ids, and the address with which each is called. */
const OPENERS: readonly (readonly [id: string, address: (container: string, url: string) => string])[] = [
  [
    "{f069aec0-43c5-4bbf-b6b4-df95c4326b98}",
    (name, url) => `ext+container:${new URLSearchParams({ name, url })}`,
  ],
  [
    "{b5e0e8de-ebfe-4306-9528-bcc18241a490}",
    (name, url) => `ext+granted-containers:${new URLSearchParams({ name, url })}`,
  ],
];

/**
 * Returns the index of the extension that opens containers in a profile, from its file `extensions.json`;
 * null when there is none.
 */
export function containerOpener(extensions: string): number | null {
  const { addons } = fieldsOf(jsonOrNull(extensions));
  const ids = Array.isArray(addons)
    ? addons.flatMap((addon) => fieldsOf(addon).active === true ? [fieldsOf(addon).id] : [])
    : [];
  const at = OPENERS.findIndex(([id]) => ids.includes(id));
  return at < 0 ? null : at;
}

/**
 * Returns the names of the user's containers in a profile's `containers.json`; containers without a name of
 * their own are left out.
 */
export function containers(text: string): string[] {
  const { identities } = fieldsOf(jsonOrNull(text));
  if (!Array.isArray(identities)) return [];
  return identities.slice(0, MAX_COUNT).flatMap((identity) => {
    const { name, public: shown } = fieldsOf(identity);
    return shown === true && typeof name === "string" && name !== "" && name.length <= 100 ? [name] : [];
  });
}

/**
 * Separates a Firefox profile from a container in an id, followed by the index of the extension that opens
 * the container.
 */
const WITHIN = " \u203a ";

/** Returns the choices of a Firefox profile: the profile itself, and its containers when an extension can open them. */
export function firefoxChoices(
  { name }: FirefoxProfile,
  opener: number | null,
  inside: readonly string[],
): BrowserProfile[] {
  const plain = { id: name, label: shown(name) };
  if (opener === null) return [plain];
  return [
    plain,
    ...inside.map((container) => ({
      id: `${name}${WITHIN}${opener}${container}`,
      label: `${shown(name)}${WITHIN}${shown(container)}`,
    })),
  ];
}

/** Returns the arguments with which a browser opens an address, in a profile or container when one is chosen. */
export function profileArguments(
  kind: "chromium" | "firefox",
  profile: string | undefined,
  address: string,
): string[] {
  if (kind === "chromium") {
    return [...(profile === undefined ? [] : [`--profile-directory=${profile}`]), address];
  }
  if (profile === undefined) return [address];
  const [name, container] = profile.split(WITHIN) as [string, string | undefined];
  const opener = container === undefined ? undefined : OPENERS[Number(container[0])]?.[1];
  return ["-P", name, opener ? opener(container!.slice(1), address) : address];
}

function shown(text: string): string {
  return oneLine(text, { longest: 60 });
}
