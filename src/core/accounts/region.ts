import type { Config } from "../config/config.ts";

/** The region for an account without a configured one: the environment's, else the sign-in portal's. */
export function usualRegion(
  { ssoRegion }: Pick<Config, "ssoRegion">,
  environment: string | undefined,
): string {
  return environment || ssoRegion || "us-east-1";
}
