import { CloudError } from "../errors.ts";
import type { ServiceRegion } from "../wire/endpoint.ts";
import { registerClient, startDevice } from "./oidc.ts";

/**
 * Checks whether there is a portal at an address in a region by requesting a device code that is not used.
 * Opens nothing and signs nobody in. Throws a CloudError that says which of the two is wrong, if AWS tells.
 */
export async function checkPortal(
  serviceRegion: ServiceRegion,
  startUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const about = { name: "Kedge", scopes: ["sso:account:access"], startUrl };
  const client = await registerClient(serviceRegion, about, signal);
  try {
    await startDevice(serviceRegion, client, startUrl, signal);
  } catch (error) {
    if (!(error instanceof CloudError) || error.code !== "failed") throw error;
    throw new CloudError(
      `AWS knows no portal at this address in ${serviceRegion.region}.`,
      "Compare both with the settings of IAM Identity Center: its address, and the region that it is in.",
      undefined,
      "missing",
    );
  }
}
