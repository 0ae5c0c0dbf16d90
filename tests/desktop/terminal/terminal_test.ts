import assert from "node:assert/strict";
import { join } from "node:path";
import { asUser, type User } from "../../integration/accounts/stage.ts";
import { MARK } from "../../support/cloud/fake_portal.ts";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const PROGRAM = new URL("./program.ts", import.meta.url).pathname;

/** Runs `play` on a desktop whose user is signed in to a portal. */
async function asUserOfDesktop(play: (desktop: Desktop, user: User) => Promise<void>): Promise<void> {
  await asUser({}, async (user) => {
    await user.signIn();
    // The names of accounts come from the portal.
    await user.kedge(["--accounts", "--refresh"]);
    const desktop = await startDesktop({ panel: false, bus: false });
    try {
      await play(desktop, user);
    } finally {
      await desktop.stop();
    }
  });
}

Deno.test("a terminal opens with an account's credentials, which stand in no argument and no file", async () => {
  await asUserOfDesktop(async (desktop, user) => {
    const env = { ...user.env, TERMINAL: "xterm", SHELL: "/bin/bash" };
    const opener = desktop.start(
      [Deno.execPath(), "run", "-A", PROGRAM, "terminal", "222222222222", "Admin"],
      env,
    );
    await waitFor("the answer", () => /"ok":true/.test(opener.output()));
    const window = await desktop.windows.find("shop-staging as Admin");
    const seen = join(user.home, "seen");
    // Type the line again until the shell reads it: the first letters may be lost, and each line
    // overwrites the file.
    await waitFor("the shell to write", async () => {
      await desktop.windows.type(
        "echo $KEDGE_ACCOUNT $AWS_REGION $AWS_CONTAINER_CREDENTIALS_FULL_URI >seen\n",
        window,
      );
      assert.match(
        await Deno.readTextFile(seen),
        /^shop-staging Admin us-west-2 http:\/\/127\.0\.0\.1:\d+\/credentials$/m,
      );
      return true;
    });
    const all = await desktop.run("/usr/bin/ps", "-eo", "args=");
    assert.ok(all.includes("--exec 222222222222/Admin --region us-west-2"));
    assert.ok(!all.includes(MARK));
    const found = await desktop.run(
      "/bin/sh",
      "-c",
      `grep -rlF -- ${MARK} "${user.home}" | grep -v /sso/cache/ || true`,
    );
    assert.equal(found.trim(), "");
    const picture = Deno.env.get("KEDGE_TEST_IMAGES");
    if (picture) await desktop.screenshot(join(picture, "account-terminal.png"));
  });
});

/** Writes a fake browser that records its arguments. */
const recording = (folder: string) =>
  Deno.writeTextFile(
    join(folder, "google-chrome"),
    `#!/bin/sh\nfor x in "$@"; do printf '%s\\n' "$x" >> "${folder}/calls"; done\n`,
    { mode: 0o755 },
  );

const LINKS: [name: string, secret: "secret" | "public"][] = [["the portal's link as it is", "public"], [
  "a link that signs in by a ticket",
  "secret",
]];
for (const [name, secret] of LINKS) {
  Deno.test(`the profile of a browser that was chosen gets ${name}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-browser-" });
    await recording(folder);
    const address = "https://signin.example/federation?Token=planted";
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", PROGRAM, "link", address, secret, "chrome", "Profile 2"],
      env: { ...Deno.env.toObject(), PATH: `${folder}:/usr/bin:/bin` },
      stdout: "piped",
    }).spawn();
    const [profile, opened] = await waitFor("the browser to be called", async () => {
      const calls = (await Deno.readTextFile(join(folder, "calls")).catch(() => "")).trimEnd().split("\n");
      return calls.length === 2 ? calls : null;
    });
    assert.equal(profile, "--profile-directory=Profile 2");
    if (secret === "public") assert.equal(opened, address);
    else {
      assert.match(opened!, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
      const answer = await fetch(opened!, { redirect: "manual" });
      await answer.body?.cancel();
      assert.equal(answer.headers.get("location"), address);
    }
    assert.match(new TextDecoder().decode((await child.output()).stdout), /"ok":true/);
    await removeFolder(folder);
  });
}

Deno.test("a browser that was chosen and is not there any more is told, and no other one opens", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", PROGRAM, "link", "https://x.example/", "public", "vivaldi", "Default"],
    env: { ...Deno.env.toObject(), PATH: "/usr/bin:/bin" },
  }).output();
  const result = JSON.parse(new TextDecoder().decode(stdout));
  assert.equal(result.ok, false);
  assert.match(result.hint, /This computer/);
});

Deno.test("Chromium opens a console in the profile that was chosen", async () => {
  const desktop = await startDesktop({ panel: false });
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    if (new URL(url).pathname === "/console") resolve(url);
    return new Response("<title>The console</title>", { headers: { "content-type": "text/html" } });
  });
  try {
    const folder = join(desktop.home, "bin");
    await Deno.mkdir(folder);
    // Chromium's sandbox refuses root, and a keyring would ask for a password.
    await Deno.writeTextFile(
      join(folder, "chromium"),
      `#!/bin/sh\nexec /usr/bin/chromium --no-sandbox --no-first-run --disable-gpu --password-store=basic "$@"\n`,
      { mode: 0o755 },
    );
    const address = `http://127.0.0.1:${server.addr.port}/console`;
    const env = { PATH: `${folder}:/usr/bin:/bin` };
    const opener = desktop.start(
      [Deno.execPath(), "run", "-A", PROGRAM, "link", address, "public", "chromium", "Profile 7"],
      env,
    );
    assert.equal(await promise, address);
    await waitFor("the answer", () => /"ok":true/.test(opener.output()));
    await desktop.windows.find(/The console/, 60_000);
    await waitFor("the profile's folder", () => Deno.stat(join(desktop.home, ".config/chromium/Profile 7")));
  } finally {
    await server.shutdown();
    await desktop.stop();
  }
});
