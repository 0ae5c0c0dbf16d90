import type { Portal } from "../session/token_entries.ts";
import { partitionOf } from "../wire/partition.ts";
import { ownProperty } from "../../own_property.ts";

/** Where services lie in the console whose path is not just their name. */
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

/** Services without a region in their address. */
const GLOBAL = new Set(["iam", "route53", "cloudfront", "organizations", "billing", "s3"]);

/** Whether a text can be the name of a service in the console's addresses. */
export function isService(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,59}$/.test(text);
}

/** The address of the console, or of a service in it, for a browser that is signed in there. */
export function consolePath(region: string, service = ""): string {
  const { console } = partitionOf(region);
  const [path, fragment] = (ownProperty(PATHS, service) ?? `${service}/home`).split("#");
  const host = GLOBAL.has(service) ? console : `${region}.${console}`;
  return `https://${host}/${path}?region=${region}${fragment ? `#${fragment}` : ""}`;
}

/** The portal's link to a place in the console of an account, as a role when one is named. It holds no secret. */
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
