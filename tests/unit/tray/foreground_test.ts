import { deepEqual, equal } from "node:assert/strict";
import type { KedgePaths } from "../../../src/core/paths.ts";
import { handOverLink } from "../../../src/cli/start/links.ts";
import { passStartOn } from "../../../src/tray/foreground.ts";
import { summonFirst } from "../../../src/tray/instance/mod.ts";

const PATHS = { home: "/nowhere" } as KedgePaths;

Deno.test("passStartOn() lets any process come to the front, and does nothing where there is no user32", () => {
  const allowed: number[] = [];
  passStartOn(() => ({ AllowSetForegroundWindow: (process: number) => allowed.push(process) }));
  passStartOn(() => {
    throw new Error("no such library");
  });
  passStartOn(null);
  deepEqual(allowed, [0xffffffff]);
});

Deno.test("summonFirst() lets the running Kedge come to the front before it asks for the palette", async () => {
  const order: string[] = [];
  let answer = "done\n";
  const connection = {
    write(bytes: Uint8Array) {
      order.push(new TextDecoder().decode(bytes));
      return Promise.resolve(bytes.length);
    },
    read(bytes: Uint8Array) {
      const { written } = new TextEncoder().encodeInto(answer, bytes);
      answer = "";
      return Promise.resolve(written || null);
    },
    close() {},
  } as unknown as Deno.Conn;
  const endpoint = { listen: () => Promise.reject(), connect: () => Promise.resolve(connection) };
  equal(await summonFirst(PATHS, "palette", endpoint, () => order.push("pass on")), true);
  deepEqual(order, ["pass on", "palette\n"]);
});

Deno.test("handOverLink() lets the running Kedge come to the front before it hands the link over", async () => {
  const order: string[] = [];
  const ask = (_home: string, name: string) => {
    order.push(name);
    return Promise.resolve({ ok: true });
  };
  equal(
    await handOverLink(PATHS, { link: "kedge://open/page/home" }, {
      ask,
      passOn: () => order.push("pass on"),
    }),
    true,
  );
  deepEqual(order, ["pass on", "link"]);
});
