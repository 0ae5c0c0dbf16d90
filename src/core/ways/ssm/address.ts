import { isAccountId, isRegion, ROLE_NAME } from "../../text/aws_names.ts";

/** The parsed address of a way through an AWS account. */
export interface SsmAddress {
  readonly account: string;
  readonly role: string;
  /** The region when it differs from the account's usual one. */
  readonly region?: string;
  readonly through:
    /** A managed computer: `i-…` for EC2, `mi-…` for others. */
    | { readonly instance: string }
    /** Any task of the service that accepts sessions. */
    | { readonly cluster: string; readonly service: string };
}

const SCHEME = "ssm://";
const INSTANCE = /^m?i-[0-9a-f]{8,17}$/;
/** Allowed names of clusters and services. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,254}$/;
const LIKE_THIS =
  "Write it like ssm://ACCOUNT/ROLE/i-0123456789abcdef0 or ssm://ACCOUNT/ROLE/ecs:CLUSTER/SERVICE; ?region= names another region";

/** Parses `ssm://ACCOUNT/ROLE/i-…` and `ssm://ACCOUNT/ROLE/ecs:CLUSTER/SERVICE`, with an optional `?region=…`. */
export function parseSsm(text: string): SsmAddress | { readonly fault: string; readonly hint: string } {
  const [path = "", query, ...more] = text.slice(SCHEME.length).split("?");
  const [account = "", role = "", ...through] = path.split("/");
  if (text.includes(",")) return { fault: "leads over more than one computer", hint: LIKE_THIS };
  if (!isAccountId(account)) {
    return { fault: "does not name an account by its 12 digits", hint: LIKE_THIS };
  }
  // Without a role the user's own credentials of that account are used.
  if (role !== "" && !ROLE_NAME.test(role)) return { fault: "does not name a role", hint: LIKE_THIS };
  const region = query === undefined ? undefined : /^region=(.+)$/.exec(query)?.[1];
  if (more.length > 0 || query !== undefined && (region === undefined || !isRegion(region))) {
    return { fault: "does not name a region behind its ?", hint: LIKE_THIS };
  }
  const at = { account, role, ...(region === undefined ? {} : { region }) };
  const [first = "", service = "", ...rest] = through;
  if (through.length === 1 && INSTANCE.test(first)) return { ...at, through: { instance: first } };
  const cluster = first.startsWith("ecs:") ? first.slice(4) : "";
  if (rest.length === 0 && NAME.test(cluster) && NAME.test(service)) {
    return { ...at, through: { cluster, service } };
  }
  return { fault: "names no computer and no service of ECS", hint: LIKE_THIS };
}

/** Returns the address as a configuration contains it. */
export function ssmAddress({ account, role, region, through }: SsmAddress): string {
  const last = "instance" in through ? through.instance : `ecs:${through.cluster}/${through.service}`;
  return `${SCHEME}${account}/${role}/${last}${region === undefined ? "" : `?region=${region}`}`;
}

/** Returns the computer or service without the account: `i-0abc`, `shop/web`. */
export function throughText({ through }: Pick<SsmAddress, "through">): string {
  return "instance" in through ? through.instance : `${through.cluster}/${through.service}`;
}

/** Returns the way for people: `i-0abc of 123456789012`, with its region where the address has one. */
export function ssmText(at: SsmAddress): string {
  return `${throughText(at)} of ${at.account}${at.region === undefined ? "" : ` in ${at.region}`}`;
}

/** Returns whether an address leads through that account with that role. A way is never reopened with another role. */
export function isWayOf(via: string, { account, role }: Pick<SsmAddress, "account" | "role">): boolean {
  return via.startsWith(`${SCHEME}${account}/${role}/`);
}
