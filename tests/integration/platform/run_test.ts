import { deepEqual, equal, match } from "node:assert/strict";
import { run } from "../../../src/core/platform/run.ts";
import { findWebview } from "../../../src/core/platform/webview.ts";

Deno.test("run() gives input and returns status and both streams", async () => {
  const result = await run("/bin/sh", ["-c", "cat; echo error >&2; exit 7"], { input: "Grüße\n" });
  deepEqual(result, { ended: true, code: 7, stdout: "Grüße\n", stderr: "error\n" });
});

Deno.test("run() gives exactly the environment it is told", async () => {
  const result = await run("/usr/bin/env", [], { env: { ONLY: "this" } });
  equal(result.ended && result.stdout, "ONLY=this\n");
});

Deno.test("run() hands on no credentials unless it is told an environment", async () => {
  const names = ["AWS_SECRET_ACCESS_KEY", "PGPASSWORD", "MY_API_TOKEN"];
  for (const name of names) Deno.env.set(name, "hunter2");
  try {
    const result = await run("/usr/bin/env", []);
    equal(result.ended && /hunter2|AWS_/.test(result.stdout), false);
    match(result.ended ? result.stdout : "", /^PATH=/m);
  } finally {
    for (const name of names) Deno.env.delete(name);
  }
});

Deno.test("run() accepts a program that does not read its input", async () => {
  const result = await run("/bin/true", [], { input: "x".repeat(1 << 20) });
  equal(result.ended && result.code, 0);
});

Deno.test("run() kills a program that takes too long, also one whose child holds its output", async () => {
  for (const script of ["sleep 30", "sleep 30 & sleep 30"]) {
    const result = await run("/bin/sh", ["-c", script], { limit: 200 });
    equal(!result.ended && result.reason, "timeout");
    match(result.ended ? "" : result.error, /within 0\.2 s/);
  }
});

Deno.test("run() stops reading a program that writes without end", async () => {
  const result = await run("/usr/bin/yes", []);
  equal(!result.ended && result.reason, "too-much");
});

Deno.test("run() says why a program did not start", async () => {
  const result = await run("/nowhere/program", []);
  equal(!result.ended && result.reason, "not-started");
});

Deno.test("findWebview() finds WebKitGTK, which the windows need", async () => {
  const { found, name } = await findWebview();
  equal(found, true);
  equal(name, "WebKitGTK 6.0");
});
