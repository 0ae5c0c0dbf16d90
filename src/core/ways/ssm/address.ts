import { isAccountId, isRegion, ROLE_NAME } from "../../text/aws_names.ts";

/** A way through an account of AWS, as its address says it. */
export interface SsmAddress {
  readonly account: string;
  readonly role: string;
  /** Where it is not the account's usual one. */
  readonly region?: string;
  readonly through:
    /** A managed computer: `i-…` of EC2, `mi-…` of others. */
    | { readonly instance: string }
    /** Whichever task of the service can be gone through. */
    | { readonly cluster: string; readonly service: string };
}

const SCHEME = "ssm://";
const INSTANCE = /^m?i-[0-9a-f]{8,17}$/;
/** Names of clusters and services. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,254}$/;
const LIKE_THIS =
  "Write it like ssm://ACCOUNT/ROLE/i-0123456789abcdef0 or ssm://ACCOUNT/ROLE/ecs:CLUSTER/SERVICE; ?region= names another region";

/** Reads `ssm://ACCOUNT/ROLE/i-…` and `ssm://ACCOUNT/ROLE/ecs:CLUSTER/SERVICE`, with `?region=…` where it is another one. */
export function parseSsm(text: string): SsmAddress | { readonly fault: string; readonly hint: string } {
  const [path = "", query, ...more] = text.slice(SCHEME.length).split("?");
  const [account = "", role = "", ...through] = path.split("/");
  if (text.includes(",")) return { fault: "leads over more than one computer", hint: LIKE_THIS };
  if (!isAccountId(account)) {
    return { fault: "does not name an account by its 12 digits", hint: LIKE_THIS };
  }
  // Without a role it is gone with the user's own credentials of that account.
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

/** The address as it stands in a configuration. */
export function ssmAddress({ account, role, region, through }: SsmAddress): string {
  const last = "instance" in through ? through.instance : `ecs:${through.cluster}/${through.service}`;
  return `${SCHEME}${account}/${role}/${last}${region === undefined ? "" : `?region=${region}`}`;
}

/** What it leads through, without the account: `i-0abc`, `shop/web`. */
export function throughText({ through }: Pick<SsmAddress, "through">): string {
  return "instance" in through ? through.instance : `${through.cluster}/${through.service}`;
}

/** The way for people: `i-0abc of 123456789012`. */
export function ssmText(at: SsmAddress): string {
  return `${throughText(at)} of ${at.account}`;
}

/** Whether an address leads through that account as that role: a way is opened again as no other one. */
export function isWayOf(via: string, { account, role }: Pick<SsmAddress, "account" | "role">): boolean {
  return via.startsWith(`${SCHEME}${account}/${role}/`);
}
