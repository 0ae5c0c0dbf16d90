import { lazyImport } from "../../lazy_import.ts";
import { CloudError } from "../errors.ts";

/**
 * Returns the error of a call as a role. If the user does not have that role, the error suggests the role
 * that was probably meant.
 */
export async function withLikelyRole(
  error: unknown,
  role: string,
  roles: () => Promise<readonly string[]>,
): Promise<unknown> {
  if (!(error instanceof CloudError)) return error;
  const { message, cause, trouble, flag } = error;
  if (trouble !== "denied" && trouble !== "missing") return error;
  // The call's error is shown anyway, so a failure to list roles is ignored.
  const known = await roles().catch((): readonly string[] => []);
  if (known.includes(role)) return error;
  const { suggest } = await lazyImport<typeof import("../../text/suggest.ts")>(
    "../../text/suggest.ts",
    import.meta.url,
  );
  const meant = suggest(role, known);
  if (meant === undefined) return error;
  return new CloudError(message, `Did you mean "${meant}"? See which roles you have.`, cause, trouble, flag);
}
