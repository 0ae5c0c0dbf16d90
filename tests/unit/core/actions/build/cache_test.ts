import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { evicted, trimCaches } from "../../../../../src/core/actions/build/cache.ts";
import { makeTemporary, removeTemporary } from "../../../../../src/core/files/temporary.ts";
import { kedgePaths } from "../../../../../src/core/paths.ts";
import { EVE, isRoot } from "../../../../support/users/mod.ts";
import { testOn } from "../../../../support/systems.ts";

testOn(
  ["modes"],
  "trimCaches() removes old folders of the user's runs, and no newer ones or other users'",
  async () => {
    const root = await Deno.makeTempDir({ prefix: "kedge-trim-" });
    const paths = kedgePaths(join(root, "home")), temporary = join(root, "tmp");
    const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
    try {
      await Deno.mkdir(join(paths.cache, "go"), { recursive: true });
      await Deno.mkdir(temporary);
      await Deno.writeTextFile(join(paths.cache, "go", "checked"), "");
      await Deno.utime(join(paths.cache, "go", "checked"), longAgo, longAgo);
      for (
        const name of [
          "kedge-run-old",
          "kedge-bundle-old",
          "kedge-run-new",
          "kedge-run-other",
          "someone-else",
        ]
      ) {
        await Deno.mkdir(join(temporary, name));
        // Only root can give a folder to another user.
        if (name === "kedge-run-other" && isRoot) await Deno.chown(join(temporary, name), EVE, EVE);
        if (name !== "kedge-run-new") await Deno.utime(join(temporary, name), longAgo, longAgo);
      }
      await Deno.symlink(join(temporary, "someone-else"), join(temporary, "kedge-run-link"));
      await trimCaches(paths, "", temporary);
      const left = [...Deno.readDirSync(temporary)].map(({ name }) => name).sort();
      deepEqual(left, [
        "kedge-run-link",
        "kedge-run-new",
        ...isRoot ? ["kedge-run-other"] : [],
        "someone-else",
      ]);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
);

Deno.test("trimCaches() leaves a folder that this Kedge works in, however old it looks", async () => {
  const root = await Deno.makeTempDir({ prefix: "kedge-trim-" });
  const { cache } = kedgePaths(root);
  const folder = await makeTemporary("run");
  const longAgo = new Date(Date.now() - 30 * 24 * 3_600_000);
  try {
    await Deno.mkdir(join(cache, "go"), { recursive: true });
    for (const old of [folder, join(cache, "go", "checked")]) {
      if (old !== folder) await Deno.writeTextFile(old, "");
      await Deno.utime(old, longAgo, longAgo);
    }
    await trimCaches(kedgePaths(root), "");
    equal((await Deno.stat(folder)).isDirectory, true);
  } finally {
    await removeTemporary(folder);
    await Deno.remove(root, { recursive: true });
  }
  equal(await Deno.stat(folder).catch(() => null), null);
});

Deno.test({
  name: "trimCaches() does not wait for a marker that is a pipe, and replaces it",
  ignore: Deno.build.os === "windows",
  async fn() {
    const root = await Deno.makeTempDir({ prefix: "kedge-trim-" });
    const paths = kedgePaths(join(root, "home")), marker = join(paths.cache, "go", "checked");
    try {
      await Deno.mkdir(join(paths.cache, "go"), { recursive: true });
      await new Deno.Command("mkfifo", { args: [marker] }).output();
      const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
      await Deno.utime(marker, longAgo, longAgo);
      await trimCaches(paths, "");
      equal((await Deno.lstat(marker)).isFile, true);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});

Deno.test("evicted() takes the least recently used first and no more than needed", () => {
  const cached = [["new", 40, 3], ["old", 40, 1], ["middle", 40, 2]] as const;
  const list = cached.map(([path, size, used]) => ({ path, size, used }));
  deepEqual(evicted(list, 120).map(({ path }) => path), []);
  deepEqual(evicted(list, 119).map(({ path }) => path), ["old"]);
  deepEqual(evicted(list, 79).map(({ path }) => path), ["old", "middle"]);
});
