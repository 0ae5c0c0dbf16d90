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
    const { surroundings } = await lazyImport<typeof import("./accounts/surroundings.ts")>(
      "./accounts/surroundings.ts",
      import.meta.url,
    );
    const { usualRegion } = await lazyImport<typeof import("../core/accounts/region.ts")>(
      "../core/accounts/region.ts",
      import.meta.url,
    );
    const { config, cloud } = surroundings();
    const configured = config.accounts.find(({ accountId }) => accountId === account)?.region;
    const where = region ?? configured ?? usualRegion(config, Deno.env.get("AWS_REGION"));
    return {
      region: where,
      credentials: await cloud.credentials({ account, role, region: where }, signal),
    };
  });
  return async () => {
    await endWays();
    withdraw();
  };
}
