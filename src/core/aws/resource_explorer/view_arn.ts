import { parseArn } from "../wire/arn.ts";

/** A view of Resource Explorer, which shows a part of an index. */
export interface IndexView {
  readonly arn: string;
  readonly account: string;
  readonly region: string;
}

/** Parses the ARN of a view; null for any other text. */
export function parseViewArn(text: string): IndexView | null {
  const arn = parseArn(text);
  if (arn?.service !== "resource-explorer-2") return null;
  if (!/^view\/[A-Za-z0-9-]{1,64}\/[A-Za-z0-9-]{1,64}$/.test(arn.resource)) return null;
  return { arn: text, account: arn.account, region: arn.region };
}
