import type { Config } from "../config/config.ts";

/**
 * Returns the region of an account without a configured one: that of the AWS environment variables, else the
 * sign-in portal's.
 */
export function usualRegion(
  { ssoRegion }: Pick<Config, "ssoRegion">,
  environment: string | undefined,
): string {
  return environment || ssoRegion || "us-east-1";
}
