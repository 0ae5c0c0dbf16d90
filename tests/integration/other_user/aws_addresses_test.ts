import assert from "node:assert/strict";
import { waitFor } from "../../desktop/harness/mod.ts";
import { call, sources } from "../../support/users/caller.ts";
import { ADA, EVE, isRoot, share } from "../../support/users/mod.ts";

Deno.test("the address of a sign-in and that of an action's credentials answer their own user only", async () => {
  const program = await share(new URL("aws_addresses.ts", import.meta.url));
  const running = program.start(ADA, []);
  const line = (key: string) =>
    running.output().split("\n").filter((text) => text.startsWith("{"))
      .map((text) => JSON.parse(text) as Record<string, string>).find((found) => key in found);
  try {
    const { callback, container, token } = await waitFor("the addresses", () => line("callback"), 60_000);
    const get = (user: number | undefined, source: string, address: string, query = "") => {
      const { host, port, pathname } = new URL(address);
      const head = `GET ${pathname}${query} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${token}\r\n\r\n`;
      return call(user, source, Number(port), head);
    };
    // The request is valid except for its sender.
    const answer = "?code=of-somebody&state=planted-state";
    for (const source of sources()) {
      for (const user of isRoot ? [EVE, ADA] : [ADA]) {
        if (user === ADA && source === "127.0.0.1") continue;
        for (const [address, query] of [[callback!, answer], [container!, ""]] as const) {
          const got = await get(user, source, address, query).catch(() => "");
          assert.doesNotMatch(got, / 200 /, `${user} from ${source}`);
        }
      }
    }
    assert.equal(line("code"), undefined);

    assert.match(await get(ADA, "127.0.0.1", container!), / 200 OK$/);
    assert.match(await get(ADA, "127.0.0.1", callback!, answer), / 200 /);
    assert.equal((await waitFor("the answer", () => line("code"))).code, "of-somebody");
  } finally {
    await running.kill();
    await program.remove();
  }
});
