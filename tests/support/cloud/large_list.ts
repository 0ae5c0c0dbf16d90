/**
 * Runs a Kedge that lists the accounts of a large organisation, and prints the cost as JSON. Times are in ms,
 * sizes in MB.
 */
import { openPortalAccounts } from "../../../src/core/aws/portal/accounts.ts";
import { openPortal } from "../../../src/core/aws/portal/portal.ts";
import { openPortalSession } from "../../../src/core/aws/session/session.ts";
import { PORTAL } from "./stage.ts";

const [file, roles] = Deno.args;
const signal = new AbortController().signal;
const start = performance.now();
const portalAccounts = await openPortalAccounts(openPortal(openPortalSession(PORTAL)), file!);
const kept = performance.now() - start;
const known = portalAccounts.accounts().length;
if (known === 0) await portalAccounts.refresh(signal);
const listed = performance.now() - start;
await Promise.all(
  portalAccounts.accounts().slice(0, Number(roles)).map(({ id }) => portalAccounts.roles(id, signal)),
);
const asked = performance.now() - start - listed;
await portalAccounts.saved();
console.log(JSON.stringify({
  known,
  accounts: portalAccounts.accounts().length,
  kept,
  listed,
  asked,
  memory: Deno.memoryUsage().rss / 2 ** 20,
}));
