import { callQuery } from "../service/xml.ts";
import { isRegion } from "../../text/aws_names.ts";
import type { ResourceTarget } from "./target.ts";

/** Maximum regions, more than AWS has. */
const MAX_COUNT = 200;

/** Regions that are enabled in every commercial account. */
export const ALWAYS_ON: readonly string[] = [
  "eu-central-1",
  "eu-north-1",
  "eu-west-1",
  "eu-west-2",
  "eu-west-3",
  "us-east-1",
  "us-east-2",
  "us-west-1",
  "us-west-2",
  "ca-central-1",
  "sa-east-1",
  "ap-northeast-1",
  "ap-northeast-2",
  "ap-northeast-3",
  "ap-south-1",
  "ap-southeast-1",
  "ap-southeast-2",
];

/** Returns the regions that are enabled in an account. Throws a CloudError. */
export async function enabledRegions(
  target: ResourceTarget,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const answer = await callQuery({
    doing: "asking which regions are switched on",
    service: "EC2",
    ...target,
    signal,
    action: "DescribeRegions",
    version: "2016-11-15",
    // EC2 responds without a result element.
    bare: true,
  });
  return answer.list("regionInfo", MAX_COUNT).map((item) => item.text("regionName")).filter(isRegion);
}
