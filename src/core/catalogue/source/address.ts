import { ACCOUNT_ID, isRegion, ROLE_NAME } from "../../text/aws_names.ts";

/** The parsed address of a catalogue, by the way to reach it. */
export type CatalogueAddress =
  | { readonly kind: "git"; readonly url: string }
  | { readonly kind: "https"; readonly url: string }
  | {
    readonly kind: "s3";
    readonly bucket: string;
    /** Ends with a slash, or is empty. */
    readonly prefix: string;
    readonly account: string;
    readonly role: string;
    readonly region: string;
  }
  | { readonly kind: "folder"; readonly path: string };

/** Why an address is not that of a catalogue. */
interface AddressFault {
  readonly fault: string;
  readonly hint: string;
}

const FORMS =
  "It is https://host/folder, https://host/team.git, git@host:team/catalog.git, ssh://host/catalog.git, " +
  "s3://bucket/folder?account=…&role=…&region=…, or an absolute path.";
const SECRET =
  "Leave user and password out: git has its own helpers for them, and an address is no place for a secret.";

/** Parses an address in `catalogs`; the words of a fault follow "it". */
export function parseAddress(text: string): CatalogueAddress | AddressFault {
  // The short form of git: user@host:path.
  if (/^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+:[^/\s][^\s]*$/.test(text)) return { kind: "git", url: text };
  if (/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(text)) return { kind: "folder", path: text };
  const url = urlOf(text);
  if (!url) return { fault: "is no address", hint: FORMS };
  if (url.password !== "" || (url.username !== "" && url.protocol !== "ssh:")) {
    return { fault: "has a user or a password in it", hint: SECRET };
  }
  if (url.hash !== "" || (url.search !== "" && url.protocol !== "s3:")) {
    return {
      fault: "has a question or an anchor at its end",
      hint: "Name the folder of catalog.json alone.",
    };
  }
  switch (url.protocol) {
    case "ssh:":
      // ssh would take a host that begins with a dash for an option.
      return url.hostname === "" || /^[-]/.test(url.hostname) || /^[-]/.test(url.username)
        ? { fault: "names no host", hint: FORMS }
        : { kind: "git", url: text };
    case "https:":
      return /\.git\/?$/.test(url.pathname)
        ? { kind: "git", url: url.href }
        : { kind: "https", url: `${url.href.replace(/\/(catalog\.json)?$/, "")}/` };
    case "git+https:":
      return { kind: "git", url: text.replace(/^git\+/i, "") };
    case "file:":
      return { fault: "is the address of a file", hint: "Write the path of the folder itself." };
    case "s3:":
      return s3Of(url);
    case "http:":
      return { fault: "is not encrypted", hint: "Write https://" };
    default:
      return { fault: `begins with ${url.protocol.slice(0, 40)}`, hint: FORMS };
  }
}

/** Returns the parsed URL, or null. Avoids `URL.parse`, which some engines of pages lack. */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function s3Of(url: URL): CatalogueAddress | AddressFault {
  const { searchParams: given, hostname: bucket } = url;
  const account = given.get("account") ?? "", role = given.get("role") ?? "";
  const region = given.get("region") ?? "";
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    return { fault: "names no bucket", hint: FORMS };
  }
  if (!ACCOUNT_ID.test(account)) {
    return {
      fault: "does not say in which account",
      hint: "Add ?account=123456789012&role=NAME&region=REGION",
    };
  }
  if (role !== "" && !ROLE_NAME.test(role)) return { fault: "names no role", hint: FORMS };
  if (!isRegion(region)) return { fault: "does not say in which region", hint: "Add &region=eu-central-1" };
  if (/%|\\/.test(url.pathname)) {
    return { fault: "has a sign in its folder that is none of a path", hint: FORMS };
  }
  const path = url.pathname.replace(/^\/+|\/+$/g, "").replace(/(^|\/)catalog\.json$/, "");
  return { kind: "s3", bucket, prefix: path === "" ? "" : `${path}/`, account, role, region };
}
