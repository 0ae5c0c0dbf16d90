import { equal, rejects } from "node:assert/strict";
import { CloudError } from "../../../../src/core/aws/errors.ts";
import { checkPortal } from "../../../../src/core/aws/sign_in/check.ts";
import { onStage, PORTAL } from "../../../support/cloud/stage.ts";

const signal = () => AbortSignal.timeout(60_000);

Deno.test("checkPortal() asks AWS for a code, and uses it for nothing", async () => {
  await onStage({}, async ({ env, fake }) => {
    await checkPortal({ region: PORTAL.region, env }, PORTAL.startUrl, signal());
    equal(fake.count("/client/register"), 1);
    equal(fake.count("/device_authorization"), 1);
    equal(fake.count("/token"), 0);
  });
});

Deno.test("checkPortal() says that AWS knows no such portal, and tells it from trouble on the way", async () => {
  await onStage({}, async ({ env, fake }) => {
    fake.misbehave = (_, { pathname }) =>
      pathname === "/device_authorization"
        ? Response.json({ error: "invalid_request" }, {
          status: 400,
          headers: { "x-amzn-errortype": "InvalidRequestException" },
        })
        : undefined;
    await rejects(
      checkPortal({ region: "eu-west-3", env }, "https://nobody.awsapps.com/start", signal()),
      (error) =>
        error instanceof CloudError && /knows no portal at this address in eu-west-3/.test(error.message),
    );
    await fake.close();
    await rejects(
      checkPortal({ region: "eu-west-3", env }, PORTAL.startUrl, signal()),
      (error) => error instanceof CloudError && !/knows no portal/.test(error.message),
    );
  });
});
