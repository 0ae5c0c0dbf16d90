import type { AccountContext } from "../../accounts/context.ts";
import { lazyImport } from "../../lazy_import.ts";
import type { Cloud } from "../cloud.ts";
import { consolePath, portalLink } from "./address.ts";

/** A link that opens the web console. */
export interface ConsoleLink {
  readonly address: string;
  /** Whether the link signs in anyone who has it, so that only the browser may see it. */
  readonly isSecret: boolean;
}

/**
 * Returns a link to the console, or to one service, as a role: the portal's link if the portal lists the
 * account and role, else one that signs in with the role's credentials. Throws a CloudError.
 */
export async function consoleLink(
  cloud: Pick<Cloud, "session" | "servesPortal" | "credentials">,
  context: AccountContext,
  service: string | undefined,
  signal: AbortSignal,
): Promise<ConsoleLink> {
  const { account, role, region } = context;
  const destination = consolePath(region, service);
  if (cloud.session && await cloud.servesPortal(account, role, signal)) {
    const address = portalLink(cloud.session.portal, account, role, destination);
    if (address) return { address, isSecret: false };
  }
  const credentials = await cloud.credentials(context, signal);
  const { federationLink } = await lazyImport<typeof import("./federation.ts")>(
    "./federation.ts",
    import.meta.url,
  );
  return { address: await federationLink(credentials, { region }, destination, signal), isSecret: true };
}
