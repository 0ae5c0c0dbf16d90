/**
 * Opens a terminal or a console as the application does: `terminal ROLE`, `link URL BROWSER
 * PROFILE`.
 */
import { kedgePaths } from "../../../src/core/paths.ts";
import { credentialServices } from "../../../src/cli/start/credential_services.ts";
import { createSecretClipboard } from "../../../src/tray/clipboard/mod.ts";

const [what, ...rest] = Deno.args;
const services = credentialServices(kedgePaths(), () => ({ tell: () => {} }), createSecretClipboard());
if (what === "terminal") {
  const [account = "", role = ""] = rest;
  const request = { account, role, region: "us-west-2", title: "shop-staging as Admin" };
  console.log(JSON.stringify(await services.openTerminal(request)));
} else {
  const [address = "", secret, browser = "", profile] = rest;
  const link = { address, isSecret: secret === "secret" };
  console.log(JSON.stringify(await services.openLink(link, { browser, ...(profile ? { profile } : {}) })));
}
