import { fileURLToPath } from "node:url";
import type { ToChild } from "../../src/tray/windows/protocol.ts";
import { environmentOf } from "../../src/tray/windows/environment.ts";
import { waitFor } from "../desktop/harness/wait.ts";
import type { Session } from "./session/session.ts";

const CHILD = fileURLToPath(new URL("../../src/tray/windows/child/main.ts", import.meta.url));

/** Number of equal reports in a row after which a page's height counts as final. */
const LOOKS = 10;

/** A page that reports its height to its server repeatedly. */
const PAGE = `<script>setInterval(() => fetch("/height/" + innerHeight), 50)</script>`;

/** Wanted properties of a window. */
interface Wanted {
  readonly height: number;
  readonly frameless: boolean;
}

/**
 * Shows a window whose page should have these heights, one after the other; returns the actual
 * ones.
 */
export async function pageHeights(session: Session, wanted: readonly Wanted[]): Promise<number[]> {
  const told: number[] = [], found: number[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    const height = /\/height\/(\d+)$/.exec(url)?.[1];
    if (height) told.push(Number(height));
    return new Response(height ? "" : PAGE, { headers: { "content-type": "text/html" } });
  });
  const child = session.start(
    [Deno.execPath(), "run", "-A", "--no-check", "--no-config", CHILD, "", session.home],
    environmentOf(session.env, "linux"),
  );
  try {
    await waitFor("the windows' process", () => child.output().includes(`{"type":"ready"}`));
    const tell = (message: ToChild) => child.send(JSON.stringify(message));
    const shape = { title: "A page", width: 400 } as const;
    const url = `http://127.0.0.1:${server.addr.port}/`, asked = { ago: 0, just: true };
    await tell({ type: "open", id: "page", url, asked, ...shape, ...wanted[0]! });
    await waitFor("the page", () => told.length > 0);
    await tell({ type: "show", id: "page" });
    await session.find("A page");
    for (const [index, one] of wanted.entries()) {
      if (index > 0) {
        await tell({ type: "change", id: "page", ...shape, ...one });
        await waitFor("the change", () => told.at(-1) !== found.at(-1));
      }
      told.length = 0;
      found.push(
        await waitFor("a height that stays", () => {
          const last = told.slice(-LOOKS);
          return last.length === LOOKS && last.every((one) => one === last[0]) && last[0];
        }),
      );
    }
    return found;
  } finally {
    await child.kill();
    await server.shutdown();
  }
}
