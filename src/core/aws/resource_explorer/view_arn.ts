import { parseArn } from "../wire/arn.ts";

/** A view of Resource Explorer: the part of an index that a user gets. */
export interface IndexView {
  readonly arn: string;
  readonly account: string;
  readonly region: string;
}

/** Reads the ARN of a view; null for what is none. */
export function parseViewArn(text: string): IndexView | null {
  const arn = parseArn(text);
  if (arn?.service !== "resource-explorer-2") return null;
  if (!/^view\/[A-Za-z0-9-]{1,64}\/[A-Za-z0-9-]{1,64}$/.test(arn.resource)) return null;
  return { arn: text, account: arn.account, region: arn.region };
}
