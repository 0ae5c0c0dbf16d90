import { equal } from "node:assert/strict";
import { regionOf } from "../../../src/cli/accounts/surroundings.ts";
import { createCloud } from "../../../src/core/aws/cloud.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { onStage } from "../../support/cloud/stage.ts";

const CONFIGURED = "111111111111", PROFILED = "222222222222", OTHER = "333333333333";

const CASES: readonly [
  account: string,
  region: string,
  environment: string | undefined,
  profiles: boolean,
][] = [
  [CONFIGURED, "us-west-2", "eu-north-1", true],
  [PROFILED, "ap-south-1", "eu-north-1", true],
  [PROFILED, "eu-north-1", "eu-north-1", false],
  [OTHER, "eu-north-1", "eu-north-1", true],
  [OTHER, "eu-west-1", undefined, true],
];
for (const [account, region, environment, profiles] of CASES) {
  const read = profiles ? "read" : "not read";
  Deno.test(`regionOf() gives ${region} for ${account} when AWS_REGION is ${environment} and profiles are ${read}`, async () => {
    await onStage({}, async ({ files, env, config }) => {
      const role = (id: string) =>
        `[profile p${id}]\nrole_arn = arn:aws:iam::${id}:role/Ops\nsource_profile = base\nregion = ap-south-1\n`;
      await config(role(CONFIGURED) + role(PROFILED));
      const around = {
        config: {
          ...defaultConfig(),
          ssoRegion: "eu-west-1",
          accounts: [{ accountId: CONFIGURED, region: "us-west-2", secrets: [], ecsClusters: [] }],
        },
        cloud: profiles ? createCloud(null, files, env) : null,
      };
      equal(await regionOf(account, around, environment), region);
    });
  });
}
