import type { Portal } from "../session/token_entries.ts";
import { partitionOf } from "../wire/partition.ts";
import { ownProperty } from "../../own_property.ts";

/** Paths of services in the console that differ from the service's name. */
const PATHS: Readonly<Record<string, string>> = {
  "": "console/home",
  ec2: "ec2/home",
  ecs: "ecs/v2/clusters",
  logs: "cloudwatch/home#logsV2:log-groups",
  secrets: "secretsmanager/listsecrets",
  secretsmanager: "secretsmanager/listsecrets",
  databases: "rds/home#databases:",
  billing: "costmanagement/home",
};

/** Services whose console address has no region. */
const GLOBAL = new Set(["iam", "route53", "cloudfront", "organizations", "billing", "s3"]);

/** Whether a text may be the name of a service in console addresses. */
export function isService(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,59}$/.test(text);
}

/** Returns the address of the console, or of one service, for a browser that is signed in there. */
export function consolePath(region: string, service = ""): string {
  const { console } = partitionOf(region);
  const [path, fragment] = (ownProperty(PATHS, service) ?? `${service}/home`).split("#");
  const host = GLOBAL.has(service) ? console : `${region}.${console}`;
  return `https://${host}/${path}?region=${region}${fragment ? `#${fragment}` : ""}`;
}

/**
 * Returns the portal's link to a console page of an account, as a role when one is named. The link contains
 * no secret. Null for an invalid start address.
 */
export function portalLink(
  { startUrl }: Pick<Portal, "startUrl">,
  account: string,
  role: string,
  destination: string,
): string | null {
  const url = URL.parse(startUrl);
  if (!url) return null;
  const query = new URLSearchParams({
    account_id: account,
    ...(role ? { role_name: role } : {}),
    destination,
  });
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}/#/console?${query}`;
}
