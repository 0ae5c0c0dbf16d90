import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { waitFor } from "../../desktop/harness/mod.ts";
import { start } from "../../desktop/harness/process.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { program } from "../../support/program/program.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const DAY_MS = 24 * 3_600_000;

/** Starts a collector that records every byte that reaches it. */
function collector() {
  const received: string[] = [];
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    for await (const connection of listener) {
      const at = received.push("") - 1;
      const decoder = new TextDecoder();
      const buffer = new Uint8Array(64 * 1024);
      for (;;) {
        const count = await connection.read(buffer).catch(() => null);
        if (count === null) break;
        received[at] += decoder.decode(buffer.subarray(0, count), { stream: true });
        const [head = "", body] = received[at]!.split("\r\n\r\n");
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (body === undefined || body.length < length) continue;
        const answer = '{"status":"Ok"}';
        const response =
          `HTTP/1.1 200 OK\r\ncontent-length: ${answer.length}\r\nconnection: close\r\n\r\n${answer}`;
        await connection.write(new TextEncoder().encode(response));
        connection.close();
        break;
      }
    }
  })();
  return {
    address: `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    received,
    async close() {
      listener.close();
      await serving;
    },
  };
}

/**
 * Runs Kedge with counts of two days in its home until it offers a page and `until` returns true;
 * returns the counts that it keeps then.
 */
async function run(
  env: Record<string, string>,
  config: string,
  until: () => boolean,
): Promise<{ counts: object; since: number }> {
  const home = await Deno.makeTempDir({ prefix: "kedge-analytics-" });
  await Deno.chmod(home, 0o700);
  await sharePages(kedgePaths(home));
  const analytics = { counts: { actions_run: 41, "my-account": 1 }, since: Date.now() - 2 * DAY_MS };
  await Deno.writeTextFile(join(home, "state.json"), JSON.stringify({ analytics }));
  await Deno.writeTextFile(join(home, "config.json"), config);
  const running = start(program("--browser"), { ...await plainEnvironment(), KEDGE_HOME: home, ...env });
  try {
    await waitFor("the address", () => running.output().includes("http://127.0.0.1:"), 60_000);
    await waitFor("what is waited for", until, 60_000);
    const kept = async () => JSON.parse(await Deno.readTextFile(join(home, "state.json"))).analytics;
    return await kept();
  } finally {
    await running.kill();
    await removeFolder(home);
  }
}

Deno.test("a build with a collector sends the counts of a day, every byte of it known", async () => {
  const place = collector();
  try {
    await run({ KEDGE_ANALYTICS: `${place.address} phc_test` }, "{}", () => place.received.length > 0);
    const [head = "", body = ""] = place.received[0]!.split("\r\n\r\n");
    const [request, ...headers] = head.split("\r\n");
    equal(request, "POST /i/v0/e/ HTTP/1.1");
    deepEqual(headers.map((header) => header.split(":")[0]!.toLowerCase()).sort(), [
      "accept",
      "accept-encoding",
      "accept-language",
      "content-length",
      "content-type",
      "host",
      "user-agent",
    ]);
    match(head, /\r\nuser-agent: kedge\r\n/i);
    const { distinct_id, properties: { version, ...properties }, ...message } = JSON.parse(body);
    match(distinct_id, /^[0-9a-f-]{36}$/);
    match(version, /^\d+\.\d+\.\d+$/);
    deepEqual(message, { api_key: "phc_test", event: "usage" });
    deepEqual(properties, {
      $process_person_profile: false,
      $geoip_disable: true,
      platform: "linux",
      actions_run: 41,
    });
    equal(place.received.length, 1);
  } finally {
    await place.close();
  }
});

const SILENT: [name: string, env: Record<string, string>, config: string][] = [
  ["DO_NOT_TRACK is set", { DO_NOT_TRACK: "1" }, "{}"],
  ["analyticsEnabled is false", {}, '{ "analyticsEnabled": false }'],
  ["config.json does not parse", {}, '{ "analyticsEnabled": false, "perPage": 5 "aiEnabled": true }'],
  ["analyticsEnabled is a text", {}, '{ "analyticsEnabled": "false" }'],
];
for (const [name, env, config] of SILENT) {
  Deno.test(`a build with a collector opens no connection to it when ${name}`, async () => {
    const place = collector();
    try {
      await run({ KEDGE_ANALYTICS: `${place.address} phc_test`, ...env }, config, () => true);
      deepEqual(place.received, []);
    } finally {
      await place.close();
    }
  });
}
