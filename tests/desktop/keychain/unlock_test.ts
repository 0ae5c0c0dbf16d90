import { equal } from "node:assert/strict";
import { sessionAddress } from "../../../src/core/dbus/mod.ts";
import { linuxKeychain } from "../../../src/core/keychain/linux.ts";
import { secretService } from "../../../src/core/keychain/secret_service.ts";
import { findProgram } from "../../../src/core/platform/mod.ts";
import { run } from "../../../src/core/platform/run.ts";
import { Secret } from "../../../src/core/secret.ts";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";

const PASSWORD = "keyring-password";

/** Starts a desktop with a locked gnome-keyring that holds one item of Kedge. */
async function lockedDesktop(): Promise<{ desktop: Desktop; keychain: ReturnType<typeof linuxKeychain> }> {
  const desktop = await startDesktop({ panel: false });
  const keychain = linuxKeychain({
    run,
    secretTool: () => findProgram("secret-tool"),
    service: () => secretService(sessionAddress((name) => desktop.env[name])!),
    env: () => desktop.env,
  });
  desktop.start([
    "/bin/sh",
    "-c",
    `printf %s ${PASSWORD} | exec gnome-keyring-daemon --foreground --unlock --components=secrets`,
  ]);
  // Asking the keychain before the keyring runs would make the bus start another, locked one.
  await waitFor("the keyring", async () => {
    const owned = await run("/usr/bin/gdbus", [
      ...["call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus"],
      ...["--method", "org.freedesktop.DBus.NameHasOwner", "org.freedesktop.secrets"],
    ], { env: desktop.env });
    return owned.ended && owned.stdout.includes("true") && (await keychain.status()).status === "ready";
  });
  await keychain.set("server/a", "Kedge – a", new Secret("kept"));
  const locked = await run("/usr/bin/gdbus", [
    ...[
      "call",
      "--session",
      "--dest",
      "org.freedesktop.secrets",
      "--object-path",
      "/org/freedesktop/secrets",
    ],
    ...["--method", "org.freedesktop.Secret.Service.Lock"],
    '[objectpath "/org/freedesktop/secrets/collection/login"]',
  ], { env: desktop.env });
  equal(locked.ended && locked.code, 0);
  equal((await keychain.status()).status, "locked");
  return { desktop, keychain };
}

Deno.test("unlock() lets the desktop ask, and the keychain is ready once the user has typed the password", async () => {
  const { desktop, keychain } = await lockedDesktop();
  try {
    const unlocking = keychain.unlock(AbortSignal.timeout(120_000));
    const prompt = await desktop.windows.find(/.*/, 60_000);
    await waitFor("the prompt's focus", async () => await desktop.windows.focused() === prompt.id);
    // The prompt grabs the keyboard, so activating its window first would wait forever.
    await desktop.windows.type(PASSWORD);
    await desktop.windows.key("Return");
    equal((await unlocking).status, "ready");
    equal((await keychain.get("server/a"))?.open(), "kept");
  } finally {
    await desktop.stop();
  }
});

Deno.test("unlock() takes the prompt away when it is not wanted any more", async () => {
  const { desktop, keychain } = await lockedDesktop();
  try {
    const stop = new AbortController();
    const unlocking = keychain.unlock(stop.signal);
    await desktop.windows.find(/.*/, 60_000);
    stop.abort();
    equal((await unlocking).status, "locked");
    await desktop.windows.gone(/.*/);
  } finally {
    await desktop.stop();
  }
});
