import { join } from "node:path";
import { type KedgePaths, kedgePaths } from "../../../src/core/paths.ts";
import { installActions, shareGoCache } from "../../support/program/actions.ts";
import { processesNaming } from "../../support/program/processes.ts";
import { program } from "../../support/program/program.ts";
import { type Desktop, type Running, startDesktop, waitFor } from "../harness/mod.ts";
import { menuShows } from "../walk/stage.ts";

/** Milliseconds for a first compilation, which also builds Go's standard library. */
export const LONG = 120_000;

const WORKS = `package action

import (
	"fmt"
	"time"

	"kedge"
)

func Run(k *kedge.Ctx) error {
	k.ShowProgress(kedge.ProgressOptions{Title: "Copying", Cancelable: true})
	k.UpdateProgress(0.4, "4 of 10")
	fmt.Println("line before the fault")
	for {
		select {
		case <-k.Context().Done():
			return nil
		case <-time.After(10 * time.Second):
			// Progress starts the time limit of a run again; the test may take longer than that limit.
			k.UpdateProgress(0.4, "4 of 10")
		}
	}
}
`;

const ASKS = `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	return k.Alert("Answer me")
}
`;

/** A Kedge with an action that works and another that asks. */
export interface Busy {
  readonly desktop: Desktop;
  readonly paths: KedgePaths;
  readonly kedge: Running;
  /** Returns the IDs of the processes of running actions. */
  actions(): Promise<number[]>;
  /** Process ID of the action that asks. */
  readonly asking: number;
  /** Starts Kedge again in the same home. */
  again(): Promise<Running>;
}

/**
 * Runs `play` with a Kedge that runs an action, shows the question of another, and has its settings
 * open. `env` is added to its environment; `prepare` prepares its home.
 */
export async function whileBusy(
  play: (busy: Busy) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
  prepare: (paths: KedgePaths) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const desktop = await startDesktop();
  const paths = kedgePaths(join(desktop.home, ".kedge"));
  const again = async () => {
    const kedge = desktop.start([...program(), "--hidden"], { KEDGE_TRAY: "status-notifier", ...env });
    await waitFor("the tray menu", () => desktop.tray.find(["Actions", "Do works"]), LONG);
    return kedge;
  };
  try {
    await prepare(paths);
    await shareGoCache(paths);
    await installActions(paths, "faults", [{ id: "works", source: WORKS }, { id: "asks", source: ASKS }]);
    const kedge = await again();
    const actions = () => processesNaming(join(paths.cache, "actions"));
    await desktop.tray.click(["Actions", "Do works"]);
    await menuShows(desktop, /Do works.*40 ?%/, LONG);
    const working = await actions();
    await desktop.tray.click(["Actions", "Do asks"]);
    await desktop.windows.find(/^Do asks/, LONG);
    await desktop.tray.click(["Settings…"]);
    await desktop.windows.find("Settings", LONG);
    const asking = (await actions()).find((pid) => !working.includes(pid));
    await play({ desktop, paths, kedge, actions, asking: asking!, again });
  } finally {
    await desktop.stop();
  }
}
