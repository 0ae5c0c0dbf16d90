import { lazyImport } from "../../lazy_import.ts";
import type { PortalSession } from "../session/session.ts";
import type { PortalApi } from "./portal.ts";

/**
 * Returns the calls of a session's portal. Their module is loaded at the first call, because a cached list
 * needs none.
 */
export function latePortal(session: PortalSession): PortalApi {
  let opened: Promise<PortalApi> | undefined;
  const open = () => opened ??= load(session);
  return {
    accounts: async (signal) => await (await open()).accounts(signal),
    roles: async (account, signal) => await (await open()).roles(account, signal),
    credentials: async (account, role, signal) => await (await open()).credentials(account, role, signal),
  };
}

async function load(session: PortalSession): Promise<PortalApi> {
  const { openPortal } = await lazyImport<typeof import("./portal.ts")>("./portal.ts", import.meta.url);
  return openPortal(session);
}
