import { equal, rejects } from "node:assert/strict";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { request } from "../../../../../src/core/aws/wire/request.ts";
import { countedSignal } from "../../../../support/counted_signal.ts";

/** A service that answers at once, or never. */
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
    const cancelled = (error: unknown) => error instanceof CloudError && error.trouble === "cancelled";
    const waiting = rejects(request(asked), cancelled);
    controller.abort();
    await waiting;
    await rejects(request(asked), cancelled);
    equal(count.listeners, 0);
  });
});
