import { equal } from "node:assert/strict";
import { machineServices } from "../../../../src/core/actions/machine_services.ts";
import { defaultConfig } from "../../../../src/core/config/mod.ts";
import { kedgePaths } from "../../../../src/core/paths.ts";

Deno.test("machineServices() takes the portal of the changed configuration when a run asks for it", async () => {
  let config = defaultConfig();
  const services = machineServices({
    paths: kedgePaths("/nowhere"),
    get config() {
      return config;
    },
  });
  const context = { account: "111111111111", role: "Reader", region: "eu-west-1" };
  const needed = () => services.signInNeeded(context, new AbortController().signal);
  equal(await needed(), false);
  config = { ...config, ssoStartUrl: "https://nobody-signs-in.awsapps.com/start", ssoRegion: "eu-west-1" };
  equal(await needed(), true);
});
