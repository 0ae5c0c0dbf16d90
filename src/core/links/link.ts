import { CREDENTIAL_NAMES } from "../extensions/source/address.ts";
import { isAccountId, isRegion } from "../text/aws_names.ts";
import { hasHidden } from "../text/hidden.ts";
import { percentDecoded } from "../text/percent.ts";

/** The target of a link. It may not exist. */
export type Link =
  /** A bundle at an https address, with the SHA-256 (lower-case hex) that the link gives. */
  | { readonly to: "review"; readonly address: string; readonly sha256: string }
  | {
    readonly to: "account";
    readonly account: string;
    readonly resources?: LinkedResources;
    readonly region?: string;
  }
  | { readonly to: "server"; readonly server: string }
  | { readonly to: "extension"; readonly extension: string }
  | { readonly to: "page"; readonly page: LinkedPage }
  /** An action, with initial values for its questions by the keys of their fields. */
  | {
    readonly to: "run";
    readonly extension: string;
    readonly action: string;
    readonly fields: Readonly<Record<string, string>>;
  };

/** The result of reading a link: its target, or why it has none, as a sentence. */
export type LinkRead = { readonly link: Link } | { readonly fault: string };

/** Lists of an account that a link may open, by the names of their pages. */
const RESOURCES = ["secrets", "databases", "services"] as const;
type LinkedResources = (typeof RESOURCES)[number];

/** Pages that a link may open: those that need only their name. */
const LINKED_PAGES = ["home", "accounts", "everywhere", "extensions", "settings", "news"] as const;
export type LinkedPage = (typeof LINKED_PAGES)[number];

/** Limits of a link and its fields, in UTF-16 units; `fields` is their number. */
export const LINK_LIMITS = { link: 2048, fields: 20, key: 64, value: 500 } as const;

/**
 * Parses a link from another program, without side effects. A link that is not exactly in a known form has no
 * target, because a partly understood link would do something that the user was not shown.
 */
export function parseLink(text: string): LinkRead {
  if (text.length > LINK_LIMITS.link) return fault("It is too long.");
  // The URL parser drops line ends and tabs, so the visible text would differ from what is read.
  if (/[^\x21-\x7e]/.test(text)) return fault("It has characters that no link has.");
  const url = URL.parse(text);
  if (url?.protocol !== "kedge:" || url.host === "") return fault("It is no link of Kedge.");
  if (url.username || url.password) return fault("It carries a user or a password.");
  if (url.port || url.hash) return fault("It has a part that no link of Kedge has.");
  const path = pathOf(url);
  const values = valuesOf(url);
  if (path === null || values === null) return fault("It has a part that is no readable text.");
  if ("fault" in values) return values;
  switch (url.hostname.toLowerCase()) {
    case "review":
      return path.length > 0 ? UNKNOWN : review(values.values);
    case "open":
      return open(path, values.values);
    case "run":
      return run(path, values.values);
    default:
      return UNKNOWN;
  }
}

type Values = ReadonlyMap<string, string>;

const UNKNOWN: LinkRead = fault("This version of Kedge knows no such link.");

function fault(sentence: string): { readonly fault: string } {
  return { fault: sentence };
}

/** Returns the decoded parts of the path; null when one is empty, contains hidden characters, or is not text. */
function pathOf({ pathname }: URL): string[] | null {
  const parts = pathname.split("/").slice(1);
  if (parts.at(-1) === "") parts.pop();
  const decoded = parts.map(percentDecoded);
  return decoded.every((part): part is string => part !== null && part !== "" && !hasHidden(part))
    ? decoded
    : null;
}

/** Returns the parameters, each of which may occur once; null when one is not text. */
function valuesOf({ search }: URL): { readonly values: Values } | { readonly fault: string } | null {
  const values = new Map<string, string>();
  for (const pair of search.slice(1).split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const [key, value] = [
      percentDecoded(equals < 0 ? pair : pair.slice(0, equals)),
      percentDecoded(equals < 0 ? "" : pair.slice(equals + 1)),
    ];
    if (key === null || value === null) return null;
    // Line ends in a text do not count as hidden characters.
    if (hasHidden(key) || hasHidden(value.replaceAll("\n", " "))) {
      return fault("It hides characters that are not seen.");
    }
    if (values.has(key)) return fault("It says something twice.");
    if (values.size >= LINK_LIMITS.fields) return fault("It has too many fields.");
    if (key.length > LINK_LIMITS.key) return fault("It has a field whose name is too long.");
    values.set(key, value);
  }
  return { values };
}

/** Returns whether the link has only these parameters; those in `some` may be missing. */
function hasOnly(values: Values, needed: readonly string[], some: readonly string[] = []): boolean {
  return needed.every((key) => values.has(key)) &&
    [...values.keys()].every((key) => needed.includes(key) || some.includes(key));
}

function review(values: Values): LinkRead {
  if (!hasOnly(values, ["url", "sha256"])) return fault("It does not say what to review: url and sha256.");
  const url = URL.parse(values.get("url")!);
  if (url?.protocol !== "https:") return fault("What it leads to is no https address.");
  const credentials = url.username || url.password ||
    [...url.searchParams.keys()].some((name) => CREDENTIAL_NAMES.test(name));
  // A link is stored in histories, chats and logs.
  if (credentials) return fault("The address that it leads to carries credentials.");
  if (url.hash) return fault("The address that it leads to has a part that no server sees.");
  const sha256 = values.get("sha256")!.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(sha256)) return fault("Its sha256 is none: 64 hexadecimal digits.");
  return { link: { to: "review", address: url.href, sha256 } };
}

function open([kind, name, resources, ...more]: readonly string[], values: Values): LinkRead {
  if (kind === undefined || name === undefined || name.length > 200 || more.length > 0) return UNKNOWN;
  if (kind === "account") return account(name, resources, values);
  if (resources !== undefined || values.size > 0) return UNKNOWN;
  switch (kind) {
    case "server":
      return { link: { to: "server", server: name } };
    case "extension":
      return { link: { to: "extension", extension: name } };
    case "page":
      return isOneOf(LINKED_PAGES, name) ? { link: { to: "page", page: name } } : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

function account(account: string, resources: string | undefined, values: Values): LinkRead {
  if (!isAccountId(account)) return fault("The account that it names is none: 12 digits.");
  if (resources === undefined) {
    return values.size === 0 ? { link: { to: "account", account } } : UNKNOWN;
  }
  if (!isOneOf(RESOURCES, resources) || !hasOnly(values, [], ["region"])) return UNKNOWN;
  const region = values.get("region");
  if (region !== undefined && !isRegion(region)) return fault("The region that it names is none.");
  return { link: { to: "account", account, resources, ...(region !== undefined && { region }) } };
}

function run([extension, action, ...more]: readonly string[], values: Values): LinkRead {
  if (extension === undefined || action === undefined || more.length > 0) return UNKNOWN;
  if (extension.length > 200 || action.length > 200) return UNKNOWN;
  for (const [key, value] of values) {
    if (CREDENTIAL_NAMES.test(key)) return fault("It carries credentials.");
    if (value.length > LINK_LIMITS.value) return fault("It has a value that is too long.");
  }
  return { link: { to: "run", extension, action, fields: Object.fromEntries(values) } };
}

function isOneOf<T extends string>(all: readonly T[], name: string): name is T {
  return (all as readonly string[]).includes(name);
}
