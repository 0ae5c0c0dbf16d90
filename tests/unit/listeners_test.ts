import { deepEqual } from "node:assert/strict";
import { readSources } from "../support/house/sources.ts";

/** What begins to listen, or to serve what others call. */
const LISTENS =
  /\bDeno\.(listen|listenTls|listenDatagram|serve)\(|\b(createServer|createSocket)\(|\b(bus|made)\.serve\(/;

/** Everything that listens, and where the rule of `mayCall()` is kept there. A new line here needs such a place. */
const LISTENERS: Readonly<Record<string, string>> = {
  "src/core/platform/peer/serve.ts":
    "it is what every server of HTTP stands on, and asks before anything else",
  "src/core/ways/tunnel.ts": "asks before a connection is read",
  "src/tray/instance/loopback.ts": "tells the caller of each connection, which mod.ts asks",
  "src/tray/instance/unix.ts": "tells the caller of each connection, which mod.ts asks",
  "src/tray/status_notifier/item_object.ts": "its connection to the bus asks before each call",
  "src/tray/status_notifier/menu_object.ts": "its connection to the bus asks before each call",
};

/** What keeps the rule for several listeners: the one place of each that asks. */
const KEEPERS = [
  "src/core/dbus/callers.ts",
  "src/core/platform/peer/serve.ts",
  "src/core/ways/tunnel.ts",
  "src/tray/instance/mod.ts",
];

Deno.test("everything that Kedge listens at asks who calls", async () => {
  const sources = await readSources("main.ts", "src");
  const found = sources.filter(({ path, code }) => !path.startsWith("src/ui/") && LISTENS.test(code));
  deepEqual(found.map(({ path }) => path).sort(), Object.keys(LISTENERS).sort());
  const asking = sources.filter(({ path, code }) =>
    !path.endsWith("/peer/rule.ts") && /\bmayCall\(/.test(code)
  );
  deepEqual(asking.map(({ path }) => path).sort(), KEEPERS);
});
