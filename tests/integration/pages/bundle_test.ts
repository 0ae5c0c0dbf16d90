import assert from "node:assert/strict";
import { join } from "node:path";
import { neededOf } from "../../../src/pages/bundle.ts";
import { bundlePages, pageAssets } from "../../../src/pages/mod.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { removeFolder } from "../../support/remove_folder.ts";

Deno.test("pageAssets() builds once and keeps what it built", async () => {
  const cache = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(cache, "pages-of-an-older-kedge"));
    const first = await pageAssets({ cache });
    assert.ok(first.ok);
    for (const name of ["main.js", "main.css"]) assert.ok(first.assets.files.has(name), name);
    const [folder, ...more] = [...Deno.readDirSync(cache)].map(({ name }) => name);
    assert.match(folder!, /^pages-[0-9a-f]{16}$/);
    assert.deepEqual(more, [], "older ones and temporary folders are gone");

    const open = [...Deno.readDirSync(join(cache, folder!))].map(({ name }) => name)
      .filter((name) => (Deno.statSync(join(cache, folder!, name)).mode! & 0o077) !== 0);
    if (Deno.uid() !== null) assert.deepEqual(open, [], "nothing is open to others");

    const marker = join(cache, folder!, "main.js");
    await Deno.writeTextFile(marker, "kept");
    const second = await pageAssets({ cache });
    assert.ok(second.ok);
    assert.equal(new TextDecoder().decode(second.assets.files.get("main.js")), "kept");

    await Deno.remove(marker);
    const third = await pageAssets({ cache });
    assert.ok(third.ok);
    assert.ok(third.assets.files.get("main.js")!.length > 100, "an incomplete one is built anew");

    await Deno.remove(join(cache, folder!), { recursive: true });
    const late = pageAssets({ cache });
    await waitFor("the bundling to begin", () => [...Deno.readDirSync(cache)].length > 0);
    await Deno.mkdir(join(cache, folder!));
    for (const name of ["main.js", "main.css"]) {
      await Deno.writeTextFile(join(cache, folder!, name), "quicker");
    }
    const fourth = await late;
    assert.ok(fourth.ok);
    const text = new TextDecoder().decode(fourth.assets.files.get("main.js"));
    assert.equal(text, "quicker", "what another one built meanwhile stays: it may be reading it");
  } finally {
    await removeFolder(cache);
  }
});

Deno.test("bundlePages() says what is wrong with a source", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(folder, "broken.ts"), "const = 1;");
    await assert.rejects(bundlePages(join(folder, "out"), join(folder, "broken.ts")), /broken\.ts/);
  } finally {
    await removeFolder(folder);
  }
});

Deno.test("neededOf() passes on where caches and registries are, and no credentials", () => {
  const needed = {
    HOME: "/h",
    DENO_DIR: "/d",
    https_proxy: "http://p",
    HTTPS_PROXY: "http://p",
    PATH: "/bin",
    NODE_EXTRA_CA_CERTS: "/c",
    SSL_CERT_FILE: "/c",
    SSL_CERT_DIR: "/c",
  };
  const others = {
    AWS_SECRET_ACCESS_KEY: "x",
    NPM_TOKEN: "x",
    DENO_AUTH_TOKENS: "x",
    KEDGE_DB_PASSWORD: "x",
    NODE_OPTIONS: "--require /x",
    LD_PRELOAD: "/x",
    MY_PATH: "x",
  };
  assert.deepEqual(neededOf({ ...needed, ...others }), needed);
});
