import { deepEqual, equal, rejects } from "node:assert/strict";
import { waitForDevice } from "../../../../../src/core/aws/sign_in/device.ts";
import type { GivenToken, NoToken } from "../../../../../src/core/aws/sign_in/oidc.ts";
import { CloudError, type CloudErrorCode } from "../../../../../src/core/aws/errors.ts";
import { Secret } from "../../../../../src/core/secret.ts";
import { checkPortal } from "../../../../../src/core/aws/sign_in/check.ts";
import { onStage, PORTAL } from "../../../../support/cloud/stage.ts";

const TOKEN: GivenToken = { accessToken: new Secret("a"), expiresIn: 1000 };

/** Plays these answers with a clock that only waiting moves. Returns the pauses and the result. */
function play(answers: readonly (GivenToken | NoToken | CloudErrorCode)[], until = 600_000) {
  const pauses: number[] = [];
  let now = 0, at = 0;
  const ended = waitForDevice(
    () => {
      const answer = answers[at++] ?? "pending";
      if (typeof answer !== "string") return Promise.resolve(answer);
      const plain = ["pending", "slow-down", "expired", "refused", "bad-grant", "bad-client"];
      return plain.includes(answer)
        ? Promise.resolve(answer as NoToken)
        : Promise.reject(new CloudError(answer, undefined, undefined, answer as CloudErrorCode));
    },
    { interval: 5_000, until },
    new AbortController().signal,
    (ms) => {
      pauses.push(ms);
      now += ms;
      return Promise.resolve();
    },
    () => now,
  );
  return { ended, pauses };
}

const CASES: [name: string, answers: (GivenToken | NoToken | CloudErrorCode)[], pauses: number[]][] = [
  ["asks at the interval", ["pending", "pending", TOKEN], [5_000, 5_000, 5_000]],
  ["slows down by five seconds each time", ["slow-down", "slow-down", TOKEN], [5_000, 10_000, 15_000]],
  ["goes on without a network", ["offline", "timeout", TOKEN], [5_000, 5_000, 5_000]],
  ["slows down when it is too much", ["throttled", TOKEN], [5_000, 10_000]],
];
for (const [name, answers, pauses] of CASES) {
  Deno.test(`waitForDevice() ${name}`, async () => {
    const played = play(answers);
    equal(await played.ended, TOKEN);
    deepEqual(played.pauses, pauses);
  });
}

const ENDS: [answer: NoToken | CloudErrorCode, code: CloudErrorCode][] = [
  ["expired", "timeout"],
  ["refused", "denied"],
  ["bad-client", "denied"],
  ["malformed", "malformed"],
];
for (const [answer, code] of ENDS) {
  Deno.test(`waitForDevice() ends as ${code} when AWS says ${answer}`, async () => {
    await rejects(play(["pending", answer]).ended, { code });
  });
}

Deno.test("waitForDevice() ends when the code is too old, however silent AWS is about it", async () => {
  const { ended, pauses } = play([], 20_000);
  await rejects(ended, { code: "timeout" });
  equal(pauses.length, 4);
});

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
