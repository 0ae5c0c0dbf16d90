import assert from "node:assert/strict";
import { join } from "node:path";
import { type KedgePaths, kedgePaths } from "../../../src/core/paths.ts";
import { loopbackEndpoint } from "../../../src/tray/instance/loopback.ts";
import { becomeFirst, type Place, summonFirst } from "../../../src/tray/instance/mod.ts";
import { unixEndpoint } from "../../../src/tray/instance/unix.ts";

const MAIN = new URL("../../../main.ts", import.meta.url).pathname;
const FIRST = new URL("./first.ts", import.meta.url).pathname;

async function inHome(play: (paths: KedgePaths) => Promise<void>, under = ""): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "kedge-instance-" });
  try {
    await play(kedgePaths(join(root, under, "home")));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function close(place: Place): Promise<void> {
  if (place.first) await place.close();
}

/** Runs Kedge's command line on a home of its own. */
async function kedge(home: string, ...args: string[]): Promise<{ code: number; err: string }> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", MAIN, ...args],
    env: { KEDGE_HOME: home },
  }).output();
  return { code, err: new TextDecoder().decode(stderr) };
}

for (const [name, endpoint] of [["unix", unixEndpoint], ["loopback", loopbackEndpoint]] as const) {
  Deno.test(`becomeFirst() by ${name} lets a second start summon the first`, async () => {
    await inHome(async (paths) => {
      const heard: string[] = [];
      const first = await becomeFirst(paths, (what) => heard.push(what), endpoint(paths));
      const second = await becomeFirst(paths, () => assert.fail("is not the first"), endpoint(paths));
      assert.equal(first.first, true);
      assert.deepEqual(second, { first: false, reached: true });
      assert.deepEqual(heard, ["palette"]);
      await close(first);
      const third = await becomeFirst(paths, () => {}, endpoint(paths));
      assert.equal(third.first, true);
      await close(third);
    });
  });

  Deno.test(`becomeFirst() by ${name} has one winner when many start at once`, async () => {
    await inHome(async (paths) => {
      let summons = 0;
      const places = await Promise.all(
        Array.from({ length: 8 }, () => becomeFirst(paths, () => summons++, endpoint(paths))),
      );
      assert.equal(places.filter(({ first }) => first).length, 1);
      assert.equal(summons, 7);
      await Promise.all(places.map(close));
    });
  });
}

Deno.test("becomeFirst() takes the place of one that was killed", async () => {
  await inHome(async (paths) => {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", FIRST],
      env: { KEDGE_HOME: paths.home },
      stdout: "piped",
    }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    assert.equal(await summonFirst(paths, "palette"), true);
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    // The socket is still there, and nobody listens.
    await Deno.lstat(join(paths.home, "instance.sock"));
    assert.equal(await summonFirst(paths, "palette"), false);
    const next = await becomeFirst(paths, () => {});
    assert.equal(next.first, true);
    await close(next);
  });
});

Deno.test("becomeFirst() works in a home whose path is too long for a socket", async () => {
  await inHome(async (paths) => {
    const first = await becomeFirst(paths, () => {});
    assert.equal(first.first, true);
    assert.equal(await summonFirst(paths, "palette"), true);
    await close(first);
  }, "a-folder-with-a-long-name/".repeat(8));
});

Deno.test("becomeFirst() keeps its files to the user", async () => {
  await inHome(async (paths) => {
    const first = await becomeFirst(paths, () => {});
    for (const [name, mode] of [["", 0o700], ["instance.sock", 0o600], ["instance.lock", 0o600]] as const) {
      assert.equal((await Deno.lstat(join(paths.home, name))).mode! & 0o777, mode, name);
    }
    await close(first);
  });
});

Deno.test("becomeFirst() does nothing for a caller that says something else", async () => {
  await inHome(async (paths) => {
    const first = await becomeFirst(paths, () => assert.fail("was not asked"));
    for (const said of ["run shop/deploy\n", "x".repeat(5_000), "\0\0\n"]) {
      const connection = await unixEndpoint(paths).connect();
      await connection.write(new TextEncoder().encode(said)).catch(() => {});
      assert.equal(await connection.read(new Uint8Array(10)).catch(() => null), null);
      connection.close();
    }
    await close(first);
  });
});

Deno.test("becomeFirst() by loopback does nothing for a caller without the secret", async () => {
  await inHome(async (paths) => {
    const first = await becomeFirst(paths, () => assert.fail("was not asked"), loopbackEndpoint(paths));
    const { port } = JSON.parse(await Deno.readTextFile(join(paths.home, "instance.json"))) as {
      port: number;
    };
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(new TextEncoder().encode("guess\npalette\n"));
    assert.equal(await connection.read(new Uint8Array(10)).catch(() => null), null);
    connection.close();
    await close(first);
  });
});

Deno.test("kedge --toggle summons the running Kedge, and says so when there is none", async () => {
  await inHome(async (paths) => {
    const alone = await kedge(paths.home, "--toggle");
    assert.equal(alone.code, 1);
    assert.match(alone.err, /no Kedge is running/);
    const heard: string[] = [];
    const first = await becomeFirst(paths, (what) => heard.push(what));
    assert.equal((await kedge(paths.home, "--toggle")).code, 0);
    assert.deepEqual(heard, ["palette"]);
    await close(first);
  });
});
