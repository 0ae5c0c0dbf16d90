import { equal } from "node:assert/strict";
import { createCloud } from "../../../../src/core/aws/cloud.ts";
import { onStage, PORTAL, type Stage } from "../../../support/cloud/stage.ts";

const never = new AbortController().signal;
const CONTEXT = { account: "111111111111", role: "Admin", region: "eu-west-1" };

const CASES: readonly [what: string, change: (stage: Stage) => Promise<unknown>, kept: boolean][] = [
  ["nothing has changed", () => Promise.resolve(), true],
  // Nobody can tell from a token whose it is.
  ["somebody has signed in since", ({ plantSession }) => plantSession(), false],
];
for (const [what, change, kept] of CASES) {
  Deno.test(`credentials() gives the ${kept ? "same" : "new"} ones when ${what}`, async () => {
    await onStage({}, async (stage) => {
      await stage.plantSession();
      const cloud = createCloud(PORTAL, stage.files, stage.env);
      const before = await cloud.credentials(CONTEXT, never);
      equal((await cloud.credentials(CONTEXT, never)).accessKeyId, before.accessKeyId);
      await change(stage);
      const after = await cloud.credentials(CONTEXT, never);
      equal(after.accessKeyId === before.accessKeyId, kept);
      equal(stage.fake.count("/federation/credentials"), kept ? 1 : 2);
    });
  });
}

const CHAINS: readonly [what: string, config: string, found: boolean][] = [
  ["keys", "[default]\naws_access_key_id = a\naws_secret_access_key = b\n", true],
  ["a program", "[default]\ncredential_process = /bin/false\n", false],
  [
    "a program by way of another profile",
    "[default]\nrole_arn = r\nsource_profile = b\n[profile b]\ncredential_process = /bin/false\n",
    false,
  ],
];
for (const [what, config, found] of CHAINS) {
  Deno.test(`own() ${found ? "asks" : "asks nobody"} quietly when the chain leads to ${what}`, async () => {
    await onStage({}, async (stage) => {
      await stage.config(config);
      const env = (name: string) => name === "AWS_ENDPOINT_URL_STS" ? stage.fake.url : undefined;
      const cloud = createCloud(null, stage.files, env);
      const asked = await cloud.own(never, { quiet: true }).then((own) => own !== null, () => true);
      equal(asked, found);
      equal((await cloud.link())?.label, "AWS default profile");
    });
  });
}
