import { parse as parseYaml } from "yaml";
import { Buffer } from "node:buffer";
import { createDecipheriv, createHash } from "node:crypto";
import { join } from "node:path";
import { profileAccounts } from "../../aws/sources/local_source.ts";
import { awsFiles } from "../../aws/profiles/files.ts";
import { parseProfiles } from "../../aws/profiles/profiles.ts";
import { hostSystem } from "../../platform/host.ts";
import { machineGuid } from "../../platform/registry.ts";
import { isAccountId } from "../../text/aws_names.ts";
import { hasHidden } from "../../text/hidden.ts";
import { entriesOf, fieldOf, jsonOf, textOf, unreadable, within } from "../files.ts";
import { type Found, NOTHING } from "../found.ts";
import type { Source } from "./source.ts";

/** Maximum bytes read of a YAML file: parsing takes a second per 100 kB. */
const MAX_YAML_SIZE = 256 << 10;

/** Portals of aws-sso-cli: `SSOConfig` in its `config.yaml`. */
export const awsSso: Source = {
  title: "aws-sso-cli",
  files: ({ home, config }) => [
    join(home, ".config/aws-sso/config.yaml"),
    join(config, "aws-sso/config.yaml"),
    join(home, ".aws-sso/config.yaml"),
  ],
  async read(path) {
    const text = await textOf(path, MAX_YAML_SIZE);
    return text === null ? null : parseAwsSso(text, path);
  },
};

/**
 * Returns the portal and the accounts in a configuration of aws-sso-cli. Throws an ImportError that names the
 * file.
 */
export function parseAwsSso(text: string, path: string): Found {
  let document: unknown;
  try {
    // Aliases are refused because a short text could expand to a huge one. Keys are not checked for
    // duplicates because that compares each key with all others.
    document = parseYaml(text, { maxAliasCount: 0, uniqueKeys: false });
  } catch {
    throw unreadable(path, "it is no YAML");
  }
  const portals = entriesOf(within(document, "SSOConfig")).map(([name, one]) => ({
    name,
    startUrl: fieldOf(one, "StartUrl"),
    region: fieldOf(one, "SSORegion"),
    usual: fieldOf(one, "DefaultRegion"),
    accounts: entriesOf(within(one, "Accounts")).map(([id]) => id.padStart(12, "0")).filter(isAccountId),
  }));
  const wanted = fieldOf(document, "DefaultSSO") ?? "Default";
  return ofPortals(portals.toSorted((a, b) => Number(b.name === wanted) - Number(a.name === wanted)));
}

/** Portals of Leapp, from its workspace, which is encrypted with this machine's id. */
export const leapp: Source = {
  title: "Leapp",
  files: ({ home }) => [join(home, ".Leapp/Leapp-lock.json")],
  async read(path) {
    const text = await textOf(path);
    if (text === null) return null;
    const key = await machineKey();
    const plain = key === null ? null : unsealed(text, key);
    if (plain === null) throw unreadable(path, "Leapp has encrypted it with another machine's number");
    return parseLeapp(jsonOf(plain, path));
  },
};

/** Returns the portals of a workspace. */
export function parseLeapp(workspace: unknown): Found {
  const listed = within(workspace, "_awsSsoIntegrations") ?? within(workspace, "awsSsoIntegrations");
  const portals = (Array.isArray(listed) ? listed : []).map((one) => ({
    name: fieldOf(one, "alias") ?? "",
    startUrl: fieldOf(one, "portalUrl"),
    region: fieldOf(one, "region"),
    usual: fieldOf(workspace, "_defaultRegion"),
    accounts: [],
  }));
  const sessions = within(workspace, "_sessions");
  const left = (Array.isArray(sessions) ? sessions : []).flatMap((one) => {
    const type = fieldOf(one, "type") ?? "";
    return type === "awsSsoRole" ? [] : [{
      name: fieldOf(one, "sessionName") ?? type,
      why: /^aws/.test(type)
        ? "it is no role of a portal; a profile of ~/.aws/config serves it"
        : "it is none of AWS",
    }];
  });
  const found = ofPortals(portals);
  return { ...found, left: [...found.left, ...left] };
}

/** Decrypts a text in OpenSSL's old format (`Salted__`, MD5, AES-256-CBC); null when the passphrase is wrong. */
export function unsealed(text: string, passphrase: string): string | null {
  const bytes = Uint8Array.from(atob64(text.trim()));
  if (new TextDecoder("latin1").decode(bytes.subarray(0, 8)) !== "Salted__") return null;
  const salt = bytes.subarray(8, 16);
  let made = new Uint8Array(0), last = new Uint8Array(0);
  while (made.length < 48) {
    last = Uint8Array.from(createHash("md5").update(last).update(passphrase).update(salt).digest());
    made = Uint8Array.of(...made, ...last);
  }
  try {
    const cipher = createDecipheriv("aes-256-cbc", made.subarray(0, 32), made.subarray(32, 48));
    return new TextDecoder("utf-8", { fatal: true })
      .decode(Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]));
  } catch {
    return null;
  }
}

function atob64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}

/** Returns the hash of this machine's id as the package node-machine-id computes it for Leapp on Linux and Windows. */
async function machineKey(): Promise<string | null> {
  const number = hostSystem().name === "windows" ? machineGuid() : await machineId();
  return number ? createHash("sha256").update(number.trim().toLowerCase()).digest("hex") : null;
}

async function machineId(): Promise<string | null> {
  for (const file of ["/var/lib/dbus/machine-id", "/etc/machine-id"]) {
    const text = await textOf(file).catch(() => null);
    const number = text?.split("\n")[0]?.trim();
    if (number) return number;
  }
  return null;
}

/** Accounts and portal from the profiles that Granted writes into `~/.aws/config`. */
export const granted: Source = {
  title: "Granted",
  files: () => [awsFiles().config],
  async read(path) {
    const text = await textOf(path);
    return text === null ? null : parseGranted(text);
  },
};

/** Parses profiles of Granted. Its settings have the names of AWS's settings with the prefix `granted_`. */
export function parseGranted(text: string): Found {
  if (!/^[ \t]*granted_sso_/m.test(text)) return NOTHING;
  const profiles = parseProfiles(text.replace(/^([ \t]*)granted_(sso_\w+)/gm, "$1$2"), "");
  const portals = [...profiles.profiles].map(([name, settings]) => ({
    name,
    startUrl: settings.get("sso_start_url"),
    region: settings.get("sso_region"),
    usual: settings.get("region"),
    accounts: [] as string[],
  }));
  const accounts = profileAccounts(profiles).map(({ id, region }) => ({
    accountId: id,
    region: region ?? "",
  }));
  const found = ofPortals(portals);
  const usual = found.portal?.region ?? "us-east-1";
  return {
    ...found,
    accounts: accounts.map(({ accountId, region }) => ({ accountId, region: regionOr(usual, region) })),
  };
}

interface FoundPortal {
  readonly name: string;
  readonly startUrl: string | undefined;
  readonly region: string | undefined;
  readonly usual: string | undefined;
  readonly accounts: readonly string[];
}

const REGION = /^[a-z0-9-]{1,50}$/;

/** Returns a region from a file of another program; `usual` when it is none that config.json could contain. */
function regionOr(usual: string, region: string | undefined): string {
  return REGION.test(region ?? "") ? region! : usual;
}

/** Returns the first portal, because config.json contains only one; a note names the others. */
function ofPortals(all: readonly FoundPortal[]): Found {
  const complete = all.filter(({ startUrl, region }) =>
    /^https:\/\/\S{1,2000}$/.test(startUrl ?? "") && !hasHidden(startUrl!) &&
    URL.canParse(startUrl!) && REGION.test(region ?? "")
  );
  const [first] = complete;
  const broken = all.filter((one) =>
    !complete.includes(one) && (one.startUrl !== undefined || one.region !== undefined)
  )
    .map(({ name }) => ({ name, why: "its portal has no https address and region" }));
  if (!first) return { ...NOTHING, left: broken };
  const others = [
    ...new Map(
      complete.filter(({ startUrl }) => startUrl !== first.startUrl).map((one) => [one.startUrl, one]),
    )
      .values(),
  ];
  return {
    ...NOTHING,
    portal: { startUrl: first.startUrl!, region: first.region! },
    accounts: first.accounts.map((accountId) => ({
      accountId,
      region: regionOr(first.region!, first.usual),
    })),
    left: [
      ...broken,
      ...others.map(({ name }) => ({ name, why: "config.json has one portal, and this is another one" })),
    ],
  };
}
