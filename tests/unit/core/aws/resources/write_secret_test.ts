import { equal, match } from "node:assert/strict";
import { wrap } from "../../../../../src/core/aws/credentials/credentials.ts";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { writeSecret } from "../../../../../src/core/aws/resources/secret_detail.ts";

const ANSWERS: readonly [status: number, body: unknown, hint: RegExp][] = [
  [400, { __type: "ValidationException", message: "new value is bad" }, /^Nothing was changed/],
  // It may have been carried out before the service failed.
  [500, { __type: "InternalServerError" }, /^It may have been written/],
];
for (const [status, body, hint] of ANSWERS) {
  Deno.test(`writeSecret() says what became of it when AWS answers ${status}`, async () => {
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) =>
        request.headers.get("x-amz-target") === "AmazonSSM.DescribeParameters"
          ? Response.json({ Parameters: [{ Name: "/shop/key", Type: "SecureString", Tier: "Standard" }] })
          : Response.json(body, { status }),
    );
    try {
      const at = {
        region: "eu-west-1",
        env: (name: string) =>
          name === "AWS_ENDPOINT_URL" ? `http://127.0.0.1:${server.addr.port}` : undefined,
        credentials: wrap({ accessKeyId: "a", secretAccessKey: "b" }),
      };
      const error = await writeSecret(at, "parameter", "/shop/key", "new value", new AbortController().signal)
        .then(() => null, (error: CloudError) => error);
      equal(error instanceof CloudError, true);
      match(error!.hint ?? "", hint);
      equal(error!.message.includes("new value"), false);
    } finally {
      await server.shutdown();
    }
  });
}
