import { program } from "../../support/program/program.ts";
import { processesOf } from "../../desktop/windows/bench.ts";
import { openScreen, type Screen } from "../../desktop/windows/screen.ts";
import { startDesktop, waitFor } from "../../desktop/harness/mod.ts";

/** Position of the palette's field and first rows on the private display. */
export const FIELD = { x: 340, y: 135, width: 200, height: 36 };
export const ROWS = { x: 340, y: 185, width: 200, height: 60 };
/** Minimum number of colours of a picture with text. */
const COLOURS = 6;

/** Runs `work` with a new Kedge on a private display, with `accounts` accounts in config.json. */
export async function inProgram<T>(
  warm: "0" | "1",
  accounts: number,
  work: (screen: Screen, runtime: string) => Promise<T>,
): Promise<T> {
  const desktop = await startDesktop({ panel: false });
  const home = `${desktop.home}/.kedge`;
  const all = Array.from({ length: accounts }, (_, n) => ({ accountId: String(100_000_000_000 + 7919 * n) }));
  await Deno.mkdir(home, { recursive: true, mode: 0o700 });
  if (accounts > 0) await Deno.writeTextFile(`${home}/config.json`, JSON.stringify({ accounts: all }));
  const kedge = desktop.start([...program(), "--hidden"], { KEDGE_WARM_WINDOW: warm });
  const runtime = desktop.env.XDG_RUNTIME_DIR!;
  try {
    const screen = await openScreen(desktop.display);
    await waitFor("the first Kedge", () => Deno.stat(`${home}/instance.sock`).catch(() => null), 60_000);
    const pages = async () => (await processesOf(runtime, "WebKitWebProcess")).length > 0;
    if (warm === "1") await waitFor("the page that waits", pages, 60_000);
    await settled(runtime);
    const measured = await work(screen, runtime);
    screen.close();
    return measured;
  } finally {
    await kedge.kill("SIGTERM");
    await desktop.stop();
  }
}

/** Opens the palette and waits until its field and its rows are drawn. */
export async function show(screen: Screen): Promise<void> {
  screen.press(await screen.keys("Control_L", "Shift_L", "k"));
  await screen.until(FIELD, (colours) => colours >= COLOURS);
  await screen.until(ROWS, (colours) => colours >= COLOURS);
}

/** Waits until the processes of a desktop are idle. */
async function settled(runtime: string): Promise<void> {
  let before = -1;
  await waitFor("quiet", async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    let now = 0;
    for (const pid of await processesOf(runtime, "")) {
      const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
      const [, , , , , , , , , , , , , user = 0, system = 0] = stat.split(" ").map(Number);
      now += user + system;
    }
    const quiet = before >= 0 && now - before < 3;
    before = now;
    return quiet;
  }, 60_000);
}
