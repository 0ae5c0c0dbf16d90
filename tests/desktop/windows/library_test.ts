import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ToChild } from "../../../src/tray/windows/protocol.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const CHILD = fileURLToPath(new URL("./library_child.ts", import.meta.url));
const LIBRARY = new URL(`../build/libwebview-x64.so`, import.meta.resolve("webview-bun"));

/**
 * Returns a copy of the library that does not need libvulkan, which it never calls and which some
 * machines lack.
 */
async function usableLibrary(folder: string): Promise<string> {
  const bytes = await Deno.readFile(LIBRARY);
  const text = new TextDecoder("latin1").decode(bytes);
  const at = text.indexOf("libvulkan.so.1\0");
  assert.ok(at > 0);
  bytes.set(new TextEncoder().encode("libm.so.6\0\0\0\0\0"), at);
  const file = join(folder, "libwebview.so");
  await Deno.writeFile(file, bytes);
  return file;
}

Deno.test("the webview library of macOS and Windows shows, changes and closes windows in one process", async () => {
  const desktop = await startDesktop({ panel: false });
  const folder = await Deno.makeTempDir();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () =>
      new Response(`<script>addEventListener("load", () => document.title = "x")</script>`, {
        headers: { "content-type": "text/html" },
      }),
  );
  const url = `http://127.0.0.1:${server.addr.port}/`;
  try {
    const child = desktop.start(
      [Deno.execPath(), "run", "-A", "--no-config", CHILD, await usableLibrary(folder)],
      { GSK_RENDERER: "cairo", WEBKIT_DISABLE_COMPOSITING_MODE: "1", GDK_DEBUG: "gl-disable" },
    );
    const tell = (message: ToChild) => child.send(JSON.stringify(message));
    const open = async (id: string) => {
      await tell({
        type: "open",
        id,
        url,
        title: id,
        width: 400,
        height: 300,
        frameless: false,
        asked: { ago: 0, just: true },
      });
      await tell({ type: "show", id });
      return await desktop.windows.find(id);
    };
    await waitFor("the process", () => child.output().includes(`{"type":"ready"}`));
    // The first size is not checked, and the next one is sent until it is applied: the library's
    // GTK variant, which Kedge does not use, sometimes forgets the size of a new window.
    await open("first");
    await open("second");
    await waitFor("the change", async () => {
      await tell({
        type: "change",
        id: "second",
        title: "renamed",
        width: 500,
        height: 200,
        frameless: false,
      });
      return (await desktop.windows.find("renamed")).width === 500;
    });
    await tell({ type: "close", id: "first" });
    await desktop.windows.gone("first");
    await tell({ type: "close", id: "second" });
    await desktop.windows.gone("renamed");
    await open("third");
    await open("fourth");
    await tell({ type: "quit" });
    assert.equal((await child.ended).code, 0, child.output());
  } finally {
    await desktop.stop();
    await server.shutdown();
    await removeFolder(folder);
  }
});
