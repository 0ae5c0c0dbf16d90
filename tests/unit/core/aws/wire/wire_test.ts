import { equal, rejects, throws } from "node:assert/strict";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { endpoint } from "../../../../../src/core/aws/wire/endpoint.ts";
import { request } from "../../../../../src/core/aws/wire/request.ts";
import { countedSignal } from "../../../../support/counted_signal.ts";

const nothing = () => undefined;

const HOSTS: readonly (readonly [region: string, host: string])[] = [
  ["eu-central-1", "https://sts.eu-central-1.amazonaws.com"],
  ["us-gov-west-1", "https://sts.us-gov-west-1.amazonaws.com"],
  ["cn-north-1", "https://sts.cn-north-1.amazonaws.com.cn"],
  ["eusc-de-east-1", "https://sts.eusc-de-east-1.amazonaws.eu"],
];
for (const [region, host] of HOSTS) {
  Deno.test(`endpoint() knows the host of ${region}`, () => {
    equal(endpoint("STS", { region, env: nothing }), host);
  });
}

for (const region of ["", "nowhere", "eu_central_1", "eu-central", "evil.example#-1", "eu-central-1.evil"]) {
  Deno.test(`endpoint() refuses the region ${JSON.stringify(region)}, and says where one may come from`, () => {
    throws(
      () => endpoint("STS", { region, env: nothing }),
      (error: unknown) =>
        error instanceof CloudError && error.message.includes(`“${region}”`) &&
        /--region.*config\.json.*profile.*AWS_REGION/.test(error.hint ?? ""),
    );
  });
}

/** Runs `work` with a service that answers at once, but never at the path /never. */
async function withService(work: (url: string) => Promise<void>): Promise<void> {
  const never = Promise.withResolvers<Response>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    ({ url }) => url.endsWith("/never") ? never.promise : new Response("{}"),
  );
  try {
    await work(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    never.resolve(new Response());
    await server.shutdown();
  }
}

Deno.test("request() leaves nothing on a signal that goes on, however often it is asked with", async () => {
  const any = AbortSignal.any;
  const joined: unknown[] = [];
  AbortSignal.any = (signals) => {
    joined.push(signals);
    return any.call(AbortSignal, signals);
  };
  try {
    await withService(async (url) => {
      const { controller, count } = countedSignal();
      for (let asked = 0; asked < 3; asked++) {
        equal((await request({ doing: "asking", url, signal: controller.signal })).text, "{}");
      }
      equal(count.listeners, 0);
      equal(joined.length, 0);
    });
  } finally {
    AbortSignal.any = any;
  }
});

Deno.test("request() ends with its signal, also with one that has aborted before", async () => {
  await withService(async (url) => {
    const { controller, count } = countedSignal();
    const asked = { doing: "asking", url: `${url}/never`, signal: controller.signal };
    const cancelled = (error: unknown) => error instanceof CloudError && error.code === "cancelled";
    const waiting = rejects(request(asked), cancelled);
    controller.abort();
    await waiting;
    await rejects(request(asked), cancelled);
    equal(count.listeners, 0);
  });
});
