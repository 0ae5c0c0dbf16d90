import { deepEqual, equal, rejects } from "node:assert/strict";
import { CloudError } from "../../../src/core/aws/errors.ts";
import { ALWAYS_ON, enabledRegions } from "../../../src/core/aws/resources/regions.ts";
import { asUser } from "./stage.ts";

const { signal } = new AbortController();

Deno.test("the regions that are enabled in an account of moto are returned", async () => {
  await asUser(async ({ at }) => {
    const regions = await enabledRegions(at, signal);
    deepEqual(ALWAYS_ON.filter((region) => !regions.includes(region)), []);
    equal(new Set(regions).size, regions.length);
  });
});

Deno.test("a role that may not list regions gives an error that says so", async () => {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () =>
    new Response(
      "<Response><Errors><Error><Code>UnauthorizedOperation</Code><Message>no</Message></Error></Errors></Response>",
      { status: 403 },
    ));
  const url = `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;
  await asUser(async ({ at }) => {
    const env = (name: string) => name === "AWS_ENDPOINT_URL" ? url : undefined;
    await rejects(
      enabledRegions({ ...at, env }, signal),
      (error) => error instanceof CloudError && error.code === "denied",
    );
  });
  await server.shutdown();
});
