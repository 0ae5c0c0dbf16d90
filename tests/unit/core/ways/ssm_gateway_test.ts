import { rejects } from "node:assert/strict";
import { wrap } from "../../../../src/core/aws/credentials/credentials.ts";
import { openGateway } from "../../../../src/core/ways/ssm/gateway.ts";

for (
  const url of [
    "ws://ssmmessages.eu-central-1.amazonaws.com/v1/data-channel/x",
    "ws://127.0.0.1.example.com/",
    "http://127.0.0.1/",
    "file:///etc/passwd",
    "",
  ]
) {
  Deno.test(`openGateway() tells nobody the token when the address is ${url || "empty"}`, async () => {
    await rejects(
      openGateway(
        url,
        { region: "eu-central-1", credentials: wrap({ accessKeyId: "A", secretAccessKey: "s" }) },
        { onMessage: () => {}, onEnd: () => {} },
        new AbortController().signal,
      ),
      { code: "WAY_FOREIGN" },
    );
  });
}
