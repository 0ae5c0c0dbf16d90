import assert from "node:assert/strict";
import { join } from "node:path";
import { createLogger } from "../../../../src/core/files/logger.ts";
import { Secret } from "../../../../src/core/secret.ts";

const at = () => new Date("2026-01-02T03:04:05.006Z");

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-log-" });
  try {
    await test(join(folder, "logs"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("info() writes one dated line, continued lines indented so that none can be forged", () =>
  inFolder(async (folder) => {
    const logger = createLogger(folder, at);
    logger.info("one\n2026 error two");
    logger.error("reading", new Error("x").message);
    await logger.flush();
    assert.equal(
      await Deno.readTextFile(join(folder, "kedge.log")),
      "2026-01-02T03:04:05.006Z info one\n    2026 error two\n2026-01-02T03:04:05.006Z error reading: x\n",
    );
    if (Deno.build.os !== "windows") {
      assert.equal((await Deno.stat(join(folder, "kedge.log"))).mode! & 0o777, 0o600);
    }
  }));

Deno.test("info() leaves nothing that a terminal showing the file would obey", () =>
  inFolder(async (folder) => {
    const logger = createLogger(folder, at);
    logger.info("a\r\x1b[2Jb\u009b1A\u202ec\td\x07");
    await logger.flush();
    assert.equal(
      await Deno.readTextFile(join(folder, "kedge.log")),
      "2026-01-02T03:04:05.006Z info a\ufffd\ufffd[2Jb\ufffd1A\ufffdc\td\ufffd\n",
    );
  }));

Deno.test("info() shows a secret as dots", () =>
  inFolder(async (folder) => {
    const logger = createLogger(folder, at);
    logger.info(`password ${new Secret("hunter2")}`);
    await logger.flush();
    assert.match(await Deno.readTextFile(join(folder, "kedge.log")), /password •••/);
  }));

Deno.test("info() keeps three old files when the log grows past its size", () =>
  inFolder(async (folder) => {
    const logger = createLogger(folder, at);
    for (let i = 0; i < 6; i++) logger.info("x".repeat(1024 * 1024));
    await logger.flush();
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    assert.deepEqual(names, ["kedge.log", "kedge.log.1", "kedge.log.2", "kedge.log.3"]);
  }));
