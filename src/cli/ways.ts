import { lazyImport } from "../core/lazy_import.ts";
import { kedgePaths } from "../core/paths.ts";
import { endWays } from "../core/ways/ending.ts";
import { giveAccessToWays, noteSessionsIn } from "../core/ways/ssm/access.ts";

/**
 * Lets ways through accounts use the configuration and the user's own sign-in. Returns the function that
 * closes all ways and undoes this.
 */
export function useWays(): () => Promise<void> {
  noteSessionsIn(kedgePaths().sessions);
  const withdraw = giveAccessToWays(async ({ account, role, region }, signal) => {
    const { regionOf, surroundings } = await lazyImport<typeof import("./accounts/surroundings.ts")>(
      "./accounts/surroundings.ts",
      import.meta.url,
    );
    const around = surroundings();
    const where = region ?? await regionOf(account, around, Deno.env.get("AWS_REGION"));
    return {
      region: where,
      credentials: await around.cloud.credentials({ account, role, region: where }, signal),
    };
  });
  return async () => {
    await endWays();
    withdraw();
  };
}
