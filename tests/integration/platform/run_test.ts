import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { spawnHidden } from "../../../src/core/platform/hidden.ts";
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

Deno.test("spawnHidden() gives a program its arguments, input, environment and folder, and what it says", async () => {
  const script = 'cat; printf "%s|%s|%s" "$1" "$NAME" "$PWD"; printf oops >&2; exit 3';
  const options = { env: { NAME: "a b", PATH: "/usr/bin:/bin" }, cwd: "/" };
  const child = await spawnHidden("/bin/sh", ["-c", script, "sh", 'c "d" é'], options);
  const read = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text();
  const texts = [read(child.stdout), read(child.stderr)];
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("in ".repeat(100_000)));
  await writer.close();
  const [out, err] = await Promise.all(texts);
  equal(out!.replace(/(in )+/, ""), 'c "d" é|a b|/');
  equal(out!.length, 300_000 + 13);
  equal(err, "oops");
  deepEqual(await child.status, { code: 3, signal: null });
});

Deno.test("spawnHidden() gives exactly the environment it is told, and an empty input", async () => {
  const child = await spawnHidden("/bin/sh", ["-c", "env; cat"], { env: { ONLY: "this" }, stdin: "null" });
  equal((await new Response(child.stdout).text()).replace(/^(PWD|SHLVL|_)=.*\n/gm, ""), "ONLY=this\n");
});

Deno.test("spawnHidden() loses nothing of what is read long after the program ended, and tells what ended it", async () => {
  const script = "head -c 60000 /dev/zero; kill -KILL $$";
  const child = await spawnHidden("/bin/sh", ["-c", script], { env: { PATH: "/usr/bin:/bin" } });
  equal((await child.status).signal, "SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, 0));
  equal((await new Response(child.stdout).arrayBuffer()).byteLength, 60_000);
});

Deno.test("spawnHidden() waits for its reader, and refuses what is written to a program that ended", async () => {
  const child = await spawnHidden("/bin/sh", ["-c", "head -c 30000000 /dev/zero"], {
    env: { PATH: "/usr/bin:/bin" },
  });
  let length = 0;
  for await (const chunk of child.stdout) length += chunk.length;
  equal(length, 30_000_000);
  deepEqual(await child.status, { code: 0, signal: null });
  const writer = child.stdin.getWriter();
  await rejects(async () => {
    for (;;) await writer.write(new Uint8Array(100_000));
  });
});

Deno.test("spawnHidden() ends a program by kill(), and is not surprised when it is gone", async () => {
  const child = await spawnHidden("/bin/sleep", ["1000"], { env: {}, output: "null" });
  child.kill("SIGTERM");
  equal((await child.status).signal, "SIGTERM");
  child.kill("SIGKILL");
});

Deno.test("spawnHidden() throws when there is no such program", async () => {
  await rejects(() => spawnHidden("/nowhere/program", [], { env: {} }), /ENOENT|not found/i);
});
