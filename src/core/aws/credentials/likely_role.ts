import { lazyImport } from "../../lazy_import.ts";
import { listedNames } from "../../text/shorten.ts";
import { CloudError } from "../errors.ts";

/** Whether AWS has refused a role itself: the user may not have it, or not any more. */
export function isRefusedRole({ code }: CloudError): boolean {
  return code === "denied" || code === "missing";
}

/**
 * Returns the error of a role that AWS has refused. If the role is none of the user's `roles`, the error
 * suggests the one that was probably meant.
 */
export async function withLikelyRole(
  error: CloudError,
  role: string,
  roles: readonly string[],
): Promise<CloudError> {
  if (roles.includes(role)) return error;
  const { suggest } = await lazyImport<typeof import("../../text/suggest.ts")>(
    "../../text/suggest.ts",
    import.meta.url,
  );
  const meant = suggest(role, roles);
  if (meant === undefined) return error;
  const { message, cause, code, flag } = error;
  const hint = `Did you mean "${meant}"? See which roles you have.`;
  return new CloudError(message, hint, cause, code, flag);
}

/** Returns the error for an account that was named without a role, when the user has none there, or several. */
export function notOneRole(account: string, roles: readonly string[]): CloudError {
  const none = roles.length === 0;
  return new CloudError(
    `You have ${none ? "no role" : "several roles"} in account ${account}.`,
    none ? "See which accounts and roles you have." : `Name one of ${listedNames(roles)}.`,
    undefined,
    "missing",
    none ? "--accounts --refresh" : undefined,
  );
}
