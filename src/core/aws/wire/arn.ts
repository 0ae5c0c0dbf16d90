import { isAccountId, isRegion } from "../../text/aws_names.ts";
import { partitionOf } from "./partition.ts";

/** The parts of the ARN of a resource in an account and region. */
export interface Arn {
  readonly service: string;
  readonly region: string;
  readonly account: string;
  /** Resource part, in the form of its service: `secret:shop-AbCdEf`, `cluster/shop`. */
  readonly resource: string;
}

/** Maximum characters of an ARN. */
const MAX_LENGTH = 2048;

/**
 * Parses an ARN; null for a text that is not the ARN of a resource in a region, or whose partition is not
 * that of the region.
 */
export function parseArn(text: string): Arn | null {
  if (text.length > MAX_LENGTH) return null;
  const [, partition, service, region, account, resource] =
    /^arn:([a-z-]+):([a-z0-9-]+):([a-z0-9-]+):([0-9]+):([!-~]+)$/.exec(text) ?? [];
  if (!service || !region || !account || !resource) return null;
  if (!isRegion(region) || !isAccountId(account) || partitionOf(region).name !== partition) return null;
  return { service, region, account, resource };
}
