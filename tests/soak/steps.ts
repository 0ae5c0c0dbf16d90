import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installActions, shareGoCache } from "../support/program/actions.ts";
import { program } from "../support/program/program.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { kedgePaths } from "../../src/core/paths.ts";
import { type Running, startDesktop, startKeyring, waitFor } from "../desktop/harness/mod.ts";
import { menuShows, pressUntilGone } from "../desktop/walk/stage.ts";

/** An action of a user or the system; it ends when its effect is visible. */
export interface Step {
  readonly name: string;
  /** Relative frequency. */
  readonly weight: number;
  readonly run: () => Promise<void>;
}

/** A Kedge on a private desktop, and the actions on it. */
export interface Stage {
  readonly steps: readonly Step[];
  /** Process ID of Kedge. */
  readonly host: number;
  /** Folders in which files must not accumulate. */
  readonly folders: readonly string[];
  /**
   * Returns the state after a failure: the windows, the focused one, and Kedge's output and logs.
   */
  describe(): Promise<string>;
  stop(): Promise<void>;
}

const PRINTS = `package action

import (
	"fmt"

	"kedge"
)

func Run(k *kedge.Ctx) error {
	for i := 0; i < 2000; i++ {
		fmt.Println("line", i)
	}
	return k.Toast(kedge.Toast{Title: "Printed"})
}
`;

const ASKS = `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	return k.Alert("Here")
}
`;

const COLLECT = fileURLToPath(new URL("./collect.ts", import.meta.url));

/** Milliseconds for a step on a busy machine. */
const LONG = 60_000;

/** Starts Kedge with a server, a keyring, a panel and two actions. */
export async function startStage(): Promise<Stage> {
  const postgres = await startPostgres();
  const desktop = await startDesktop();
  const stop = async () => {
    await desktop.stop();
    await postgres.stop();
  };
  try {
    let keyring: Running = await startKeyring(desktop);
    const { tray, windows, env } = desktop;
    const paths = kedgePaths(join(desktop.home, ".kedge"));
    await Deno.mkdir(paths.home, { recursive: true, mode: 0o700 });
    await shareGoCache(paths);
    await installActions(paths, "soak", [{ id: "prints", source: PRINTS }, { id: "asks", source: ASKS }]);
    let name = "orders", database = "postgres", turn = 0;
    /**
     * The database that each server was tested with last; a changed one has no result in the menu
     * yet.
     */
    const tested = new Map<string, string>();
    const configure = async (text?: string) => {
      const server = { name, engine: "postgres", host: "127.0.0.1", port: postgres.port, database };
      const accounts = Array.from(
        { length: 200 },
        (_, i) => ({ accountId: `${111111111111 + i}`, env: `env-${i % 7}`, region: "eu-west-1" }),
      );
      await Deno.writeTextFile(
        paths.config,
        text ?? JSON.stringify({ version: 2, servers: [server], accounts }),
      );
    };
    await configure();
    const login = JSON.stringify({ user: postgres.user, password: postgres.password });
    const [deno, run, ...rest] = program();
    const kedge = desktop.start([
      deno,
      run!,
      "--v8-flags=--expose-gc",
      "--preload",
      COLLECT,
      ...rest,
      "--hidden",
    ]);
    await tray.item(LONG);
    const store = async () => {
      const child = new Deno.Command("/usr/bin/secret-tool", {
        args: ["store", "--label=soak", "service", "kedge", "account", `server/${name}`],
        env,
        clearEnv: true,
        stdin: "piped",
      }).spawn();
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(login));
      await writer.close();
      if (!(await child.status).success) throw new Error("secret-tool could not store the login");
    };
    await store();
    const outcome = async () => {
      database = tested.get(name) === "postgres" ? "template1" : "postgres";
      tested.set(name, database);
      await configure();
      // Wait for the new configuration, because the result of a test with the old one would not be
      // shown.
      await menuShows(
        desktop,
        new RegExp(`^ *${name} · PostgreSQL\\n.*:${postgres.port}/${database}\\b`, "m"),
        LONG,
      );
      await tray.click(["Servers", `${name}…*`, "Test connection"]);
      const window = await windows.find(name, LONG);
      await menuShows(desktop, /PostgreSQL 1\d/, LONG);
      await windows.activate(window);
      await pressUntilGone(desktop, "Escape", name);
    };
    const steps: Step[] = [
      {
        name: "a change of config.json",
        weight: 4,
        run: async () => {
          await configure("{ broken");
          await menuShows(desktop, /config\.json/, LONG);
          name = `orders-${++turn % 5}`;
          await configure();
          await menuShows(desktop, new RegExp(`^ *${name} · `, "m"), LONG);
        },
      },
      {
        name: "a run that prints",
        weight: 3,
        run: async () => {
          await tray.click(["Actions", "Do prints"]);
          await windows.find(/Do prints|Run/, LONG);
          await waitFor("the run to end", async () => !/Stop/.test(await tray.menuText()), LONG);
          const window = await windows.find(/Do prints|Run/, LONG);
          await pressUntilGone(desktop, "Escape", window.title);
        },
      },
      {
        name: "a question of an action",
        weight: 3,
        run: async () => {
          await tray.click(["Actions", "Do asks"]);
          const window = await windows.find(/Do asks|Test soak/, LONG);
          await pressUntilGone(desktop, "Return", window.title);
        },
      },
      {
        name: "the palette",
        weight: 4,
        run: async () => {
          await desktop.run(...program("--toggle"));
          const window = await windows.find("Kedge palette", LONG);
          await pressUntilGone(desktop, "Escape", window.title);
        },
      },
      {
        name: "settings",
        weight: 2,
        run: async () => {
          await tray.click(["Settings…"]);
          await windows.find("Settings", LONG);
          await pressUntilGone(desktop, "Escape", "Settings");
        },
      },
      {
        name: "a connection with a kept password",
        weight: 3,
        run: async () => (await store(), await outcome()),
      },
      {
        name: "a restart of the panel",
        weight: 1,
        run: async () => {
          await desktop.stopPanel();
          await desktop.startPanel();
          await tray.item(LONG);
        },
      },
      {
        name: "a restart of the keyring",
        weight: 1,
        run: async () => {
          await keyring.kill();
          keyring = await startKeyring(desktop);
          await store();
        },
      },
    ];
    const describe = async () => {
      const focused = await windows.focused();
      const open = (await windows.list()).map((window) =>
        `${window.title} ${window.width}×${window.height}${window.id === focused ? " (active)" : ""}`
      );
      const logs = [...Deno.readDirSync(paths.logs)].filter(({ isFile }) => isFile);
      const logged = logs.map(({ name }) => Deno.readTextFileSync(join(paths.logs, name)).slice(-4000));
      return ["windows:", ...open, "printed:", kedge.output().slice(-4000), "logged:", ...logged].join("\n");
    };
    return { steps, host: kedge.pid, folders: [env.TMPDIR!, env.XDG_RUNTIME_DIR!], describe, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
