import { isAccountId, isRegion } from "../../text/aws_names.ts";
import { partitionOf } from "./partition.ts";

/** The name of a resource of an account in a region, in its parts. */
export interface Arn {
  readonly service: string;
  readonly region: string;
  readonly account: string;
  /** The service's name for it: `secret:shop-AbCdEf`, `cluster/shop`. */
  readonly resource: string;
}

/** More characters than any name of a resource has. */
const LONGEST = 2048;

/**
 * Reads an ARN; null for a text that is not the ARN of a resource in a region, or that names another partition than
 * the region's.
 */
export function parseArn(text: string): Arn | null {
  if (text.length > LONGEST) return null;
  const [, partition, service, region, account, resource] =
    /^arn:([a-z-]+):([a-z0-9-]+):([a-z0-9-]+):([0-9]+):([!-~]+)$/.exec(text) ?? [];
  if (!service || !region || !account || !resource) return null;
  if (!isRegion(region) || !isAccountId(account) || partitionOf(region).name !== partition) return null;
  return { service, region, account, resource };
}
