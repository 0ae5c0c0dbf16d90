import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type KedgePaths, kedgePaths } from "../../../src/core/paths.ts";
import { askFirst } from "../../../src/tray/instance/ask.ts";
import { talkToFirst } from "../../../src/tray/instance/channel.ts";
import { loopbackEndpoint } from "../../../src/tray/instance/loopback.ts";
import { becomeFirst, type InstanceStart, summonFirst } from "../../../src/tray/instance/mod.ts";
import { unixEndpoint } from "../../../src/tray/instance/unix.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { EVE, isRoot } from "../../support/users/mod.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { type Need, testOn } from "../../support/systems.ts";

const MAIN = fileURLToPath(new URL("../../../main.ts", import.meta.url));
/** Folders that make the path of a home too long for a socket. */
const LONG = "a-folder-with-a-long-name/".repeat(8);
const FIRST = fileURLToPath(new URL("./first.ts", import.meta.url));

async function inHome(play: (paths: KedgePaths) => Promise<void>, under = ""): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "kedge-instance-" });
  try {
    await play(kedgePaths(join(root, under, "home")));
  } finally {
    await removeFolder(root);
  }
}

async function close(place: InstanceStart): Promise<void> {
  if (place.first) await place.close();
}

/** Runs Kedge's command line on a given home. */
async function kedge(home: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", MAIN, ...args],
    env: { KEDGE_HOME: home },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

/** The kinds of addresses of a first Kedge, and what each needs of the system. */
const ENDPOINTS: readonly (readonly [string, typeof unixEndpoint, ...Need[]])[] = [
  ["unix", unixEndpoint, "specialFiles"],
  ["loopback", loopbackEndpoint],
];
const OWN = Deno.build.os === "windows"
  ? { endpoint: loopbackEndpoint, file: "instance.json" }
  : { endpoint: unixEndpoint, file: "instance.sock" };

for (const [name, endpoint, ...needs] of ENDPOINTS) {
  testOn(needs, `becomeFirst() by ${name} lets a second start summon the first`, async () => {
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

  testOn(
    needs,
    `summonFirst() by ${name} hands over what its desktop gave it to take the focus with`,
    async () => {
      await inHome(async (paths) => {
        const heard: unknown[] = [];
        const first = await becomeFirst(paths, (...all) => heard.push(all), endpoint(paths));
        try {
          for (const given of ["word-1", "two\nlines", ""]) {
            Deno.env.set("XDG_ACTIVATION_TOKEN", given);
            assert.equal(await summonFirst(paths, "palette", endpoint(paths)), true);
          }
        } finally {
          Deno.env.delete("XDG_ACTIVATION_TOKEN");
          await close(first);
        }
        assert.deepEqual(heard, [["palette", "word-1"], ["palette", undefined], ["palette", undefined]]);
      });
    },
  );

  testOn(needs, `becomeFirst() by ${name} has one winner when many start at once`, async () => {
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

testOn(["specialFiles"], "summonFirst() waits for a first one that is busy, and asks it once", async () => {
  await inHome(async (paths) => {
    await Deno.mkdir(paths.home, { mode: 0o700 });
    using listener = Deno.listen({ transport: "unix", path: join(paths.home, "instance.sock") });
    const asked: string[] = [];
    const first = (async () => {
      const connection = await listener.accept();
      const bytes = new Uint8Array(64);
      asked.push(new TextDecoder().decode(bytes.subarray(0, await connection.read(bytes) ?? 0)));
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await connection.write(new TextEncoder().encode("done\n"));
      connection.close();
    })();
    assert.equal(await summonFirst(paths, "palette"), true);
    await first;
    assert.deepEqual(asked, ["palette\n"]);
  });
});

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
    // The file that leads to the instance still exists, but nothing listens.
    await Deno.lstat(join(paths.home, OWN.file));
    assert.equal(await summonFirst(paths, "palette"), false);
    const next = await becomeFirst(paths, () => {});
    assert.equal(next.first, true);
    await close(next);
  });
});

/** Runtime folders of the user, and whether a socket may be created in each. */
const RUNTIME_FOLDERS:
  readonly (readonly [what: string, make: (path: string) => Promise<void>, used: boolean])[] = [
    ["its own", (path) => Deno.mkdir(path, { mode: 0o700 }), true],
    ["one that others can look into", (path) => Deno.mkdir(path, { mode: 0o755 }), false],
    ["a link to its own", async (path) => {
      await Deno.mkdir(`${path}.real`, { mode: 0o700 });
      await Deno.symlink(`${path}.real`, path);
    }, false],
    ["one that is not there", () => Promise.resolve(), false],
    ...isRoot
      ? [
        ["one of another user", async (path: string) => {
          await Deno.mkdir(path, { mode: 0o700 });
          await Deno.chown(path, EVE, EVE);
        }, false] as const,
      ]
      : [],
  ];
for (const [what, make, used] of RUNTIME_FOLDERS) {
  testOn(
    ["specialFiles"],
    `becomeFirst() in a home whose path is too long for a socket ${
      used ? "uses" : "does without"
    } a runtime folder that is ${what}`,
    async () => {
      await inHome(async (paths) => {
        const runtime = await Deno.makeTempDir({ prefix: "kedge-run-dir-" });
        const before = Deno.env.get("XDG_RUNTIME_DIR");
        // The system's own runtime folder would be used first.
        const systems = await Deno.lstat(`/run/user/${Deno.uid()}`).catch(() => null);
        const folder = join(runtime, "folder");
        await make(folder);
        Deno.env.set("XDG_RUNTIME_DIR", folder);
        try {
          const first = await becomeFirst(paths, () => {});
          assert.equal(first.first, true);
          const reachable = used || systems !== null;
          assert.equal(first.first && first.unreachable === undefined, reachable);
          if (!reachable) assert.match(first.first && first.unreachable || "", /too long for a socket/);
          assert.equal(await summonFirst(paths, "palette"), reachable);
          const second = reachable ? await becomeFirst(paths, () => {}) : { first: false };
          assert.equal(second.first, false);
          await close(first);
        } finally {
          if (before === undefined) Deno.env.delete("XDG_RUNTIME_DIR");
          else Deno.env.set("XDG_RUNTIME_DIR", before);
          await removeFolder(runtime);
        }
      }, LONG);
    },
  );
}

testOn(
  ["specialFiles", "modes"],
  "kedge starts in a home whose path is too long, whoever waits for it in the shared temporary folder",
  async () => {
    const squatted = await Deno.makeTempDir({ dir: "/tmp", prefix: "kedge-" });
    await Deno.chmod(squatted, 0o777);
    if (isRoot) await Deno.chown(squatted, EVE, EVE);
    try {
      await inHome(async (paths) => {
        await sharePages(paths);
        const child = new Deno.Command(Deno.execPath(), {
          args: ["run", "-A", MAIN, "--browser"],
          env: { KEDGE_HOME: paths.home, XDG_RUNTIME_DIR: squatted, DISPLAY: "", WAYLAND_DISPLAY: "" },
          stdout: "piped",
          stderr: "piped",
        }).spawn();
        const errors = new Response(child.stderr).text();
        const reader = child.stdout.getReader();
        assert.match(new TextDecoder().decode((await reader.read()).value), /Kedge is at http/);
        child.kill("SIGTERM");
        await child.status;
        await reader.cancel();
        assert.doesNotMatch(await errors, /\n\s+at /);
        assert.deepEqual(await Array.fromAsync(Deno.readDir(squatted), ({ name }) => name), []);
      }, LONG);
    } finally {
      await Deno.remove(squatted);
    }
  },
);

testOn(["modes"], "becomeFirst() keeps its files to the user", async () => {
  await inHome(async (paths) => {
    const first = await becomeFirst(paths, () => {});
    for (const [name, mode] of [["", 0o700], ["instance.sock", 0o600], ["instance.lock", 0o600]] as const) {
      assert.equal((await Deno.lstat(join(paths.home, name))).mode! & 0o777, mode, name);
    }
    await close(first);
  });
});

testOn(
  ["modes"],
  "becomeFirst() closes its socket to others before it is there, whatever the umask",
  async () => {
    await inHome(async (paths) => {
      const umask = Deno.umask(0), { chmod } = Deno;
      const open: number[] = [];
      Deno.chmod = async (path, mode) => {
        open.push((await Deno.lstat(path)).mode! & 0o077);
        await chmod(path, mode);
      };
      try {
        const first = await becomeFirst(paths, () => {});
        assert.deepEqual([open, Deno.umask()], [[0], 0]);
        await close(first);
      } finally {
        Deno.chmod = chmod;
        Deno.umask(umask);
      }
    });
  },
);

Deno.test("becomeFirst() gives the home back at once when a question is still being answered", async () => {
  await inHome(async (paths) => {
    const asked = Promise.withResolvers<void>();
    const first = await becomeFirst(paths, () => {}, undefined, {
      slow() {
        asked.resolve();
        return new Promise(() => {});
      },
      quick: (question) => Promise.resolve({ question }),
    });
    assert.deepEqual(await askFirst(paths.home, "quick", "what"), { question: "what" });
    const answer = askFirst(paths.home, "slow", null);
    await asked.promise;
    await close(first);
    assert.equal(await answer, undefined);
    const next = await becomeFirst(paths, () => {});
    assert.equal(next.first, true);
    await close(next);
  });
});

Deno.test("becomeFirst() takes the place of one that is ending, and summons it no more", async () => {
  await inHome(async (paths) => {
    const first = await becomeFirst(paths, () => assert.fail("it ends"), OWN.endpoint(paths));
    assert.ok(first.first);
    await first.stopAnswering();
    const next = becomeFirst(paths, () => {}, OWN.endpoint(paths));
    assert.equal(await summonFirst(paths, "palette", OWN.endpoint(paths)), false);
    await first.close();
    const second = await next;
    assert.equal(second.first, true);
    await close(second);
  });
});

Deno.test("talkToFirst() ends at once when its caller has ended", async () => {
  await inHome(async (paths) => {
    const first = await becomeFirst(paths, () => {}, OWN.endpoint(paths), {}, {
      talk: () => Promise.resolve(),
    });
    assert.equal(
      await talkToFirst(paths.home, "talk", {}, AbortSignal.abort(), () => new Promise(() => {})),
      true,
    );
    await close(first);
  });
});

Deno.test("becomeFirst() does nothing for a caller that says something else", async () => {
  await inHome(async (paths) => {
    const first = await becomeFirst(paths, () => assert.fail("was not asked"));
    for (const said of ["run shop/deploy\n", "x".repeat(5_000), "\0\0\n"]) {
      const connection = await OWN.endpoint(paths).connect();
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
    assert.deepEqual(JSON.parse((await kedge(paths.home, "--toggle", "--json")).out), {
      ok: false,
      error: "no Kedge is running for this user",
      hint: "Start it first: kedge",
    });
    const heard: string[] = [];
    const first = await becomeFirst(paths, (what) => heard.push(what));
    assert.equal((await kedge(paths.home, "--toggle")).code, 0);
    assert.deepEqual(heard, ["palette"]);
    await close(first);
  });
});

Deno.test("kedge summons the running Kedge as a second start, unless it is hidden", async () => {
  await inHome(async (paths) => {
    const heard: string[] = [];
    const first = await becomeFirst(paths, (what) => heard.push(what), undefined, {
      developed: () => Promise.resolve(null),
      windows: () => Promise.resolve(true),
    });
    for (const [args, summons] of [[["--hidden"], []], [[], ["palette"]]] as const) {
      const { code, err } = await kedge(paths.home, ...args);
      assert.deepEqual([code, err, heard], [0, "", summons]);
    }
    await close(first);
  });
});

Deno.test("summonFirst() by loopback says nothing that opens anything to whoever has taken the port of one that ended", async () => {
  await inHome(async (paths) => {
    await Deno.mkdir(paths.home);
    const secret = crypto.randomUUID();
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    await Deno.writeTextFile(join(paths.home, "instance.json"), JSON.stringify({ port, secret }));
    const heard: string[] = [];
    const impostor = (async () => {
      for (const answer of ["done\n", `${"0".repeat(32)} ${"0".repeat(64)}\ndone\n`]) {
        using connection = await listener.accept();
        const bytes = new Uint8Array(4096);
        heard.push(new TextDecoder().decode(bytes.subarray(0, await connection.read(bytes) ?? 0)));
        await connection.write(new TextEncoder().encode(answer));
        for (let count; (count = await connection.read(bytes).catch(() => null)) !== null;) {
          heard.push(new TextDecoder().decode(bytes.subarray(0, count)));
        }
      }
    })();
    assert.equal(await summonFirst(paths, "palette", loopbackEndpoint(paths)), false);
    assert.equal(await summonFirst(paths, "palette", loopbackEndpoint(paths)), false);
    await impostor;
    assert.equal(heard.length, 2);
    for (const line of heard) assert.match(line, /^hello [0-9a-f]{32}\n$/);
    assert.notEqual(heard[0], heard[1]);
  });
});
