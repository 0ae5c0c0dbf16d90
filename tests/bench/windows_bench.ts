/** Measures how quickly windows open and what they cost, on a private X display. */
import { alertOf, stateWith, windowOf } from "../support/pages/pages_state.ts";
import { type WindowsBench, windowsBench } from "../desktop/windows/bench.ts";

const GREEN = "#00AA00";

/** Measures the first window, the palette repeatedly, and the memory. */
export async function bench(): Promise<string[]> {
  const windows = await windowsBench(stateWith({ dialogs: [alertOf("d")] }));
  try {
    // No page is loaded in advance here; palette_bench.ts measures that.
    const first = await open(windows, "first");
    const shown = await memory(windows);
    windows.close("first");
    await windows.desktop.windows.gone("first");
    const idle = await memory(windows);
    const again: number[] = [];
    for (let n = 0; n < 10; n++) {
      again.push(await open(windows, `palette ${n}`));
      windows.close(`palette ${n}`);
      await windows.desktop.windows.gone(`palette ${n}`);
    }
    again.sort((a, b) => a - b);
    return [
      `first window, with its process  ${first.toFixed(0)} ms until a screenshot shows it`,
      `palette again                   ${again[5]!.toFixed(0)} ms (${again[0]!.toFixed(0)} to ${
        again[9]!.toFixed(0)
      })`,
      `memory, none shown              ${idle} MB proportional`,
      `memory, one window              ${shown} MB proportional`,
    ];
  } finally {
    await windows.stop();
  }
}

async function open(windows: WindowsBench, id: string): Promise<number> {
  const page = id.startsWith("palette") ? "palette" : "dialog";
  const start = performance.now();
  windows.open({ ...windowOf(page, { dialog: "d" }, id), title: id });
  await windows.showsAt(id, 210, 150, GREEN);
  return performance.now() - start;
}

/** Returns the proportional memory of the windows' processes in MB. */
async function memory(windows: WindowsBench): Promise<number> {
  let kilobytes = 0;
  for (const part of ["windows/child/main.ts", "WebKitWebProcess", "WebKitNetworkProcess"]) {
    for (const pid of await windows.processes(part)) {
      const text = await Deno.readTextFile(`/proc/${pid}/smaps_rollup`).catch(() => "");
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    }
  }
  return Math.round(kilobytes / 1024);
}
