import { findProgram } from "../../../src/core/platform/mod.ts";
import { browserElsewhere } from "../servers/elsewhere.ts";
import { endFamily, familyOf } from "../family.ts";
import { removeFolder } from "../remove_folder.ts";
import { type Cdp, connectCdp } from "./cdp.ts";
import { createTab, type Tab, type TabOptions } from "./tab.ts";

/** A headless Chromium of the test's own. */
export interface Browser {
  open(address: string, options?: TabOptions): Promise<Tab>;
  close(): Promise<void>;
}

/** What a test wants of its browser. */
export interface Wanted {
  readonly whole?: boolean;
  readonly together?: boolean;
}

/** A browser that runs, and where it listens for its test. */
interface Launched {
  readonly address: string;
  /** Settles once the program is over. */
  readonly ended: Promise<unknown>;
  /** Ends what is left of it, and removes its profile. */
  end(): Promise<void>;
}

/** Names the profile in the environment of a browser and its helpers. */
const MARK = "KEDGE_TEST_BROWSER";

/**
 * Starts a headless Chromium with a profile of its own. It ends with `close`, or with the test's process. The small one, unless
 * the `whole` is wanted: only that one connects ahead to where a page may lead. Many pages of Kedge, one after the other, cost
 * less in one process `together`.
 */
export async function startBrowser(options: Wanted = {}): Promise<Browser> {
  const { address, end, ended } = await browserElsewhere(options) ?? await launchBrowser(options);
  const cdp: Cdp = await connectCdp(address);
  return {
    open: (page, options) => createTab(cdp, page, options),
    async close() {
      await cdp.call("Browser.close").catch(() => {});
      cdp.close();
      await ended;
      await end();
    },
  };
}

/** Starts the program of a browser. */
export async function launchBrowser({ whole = false, together = false }: Wanted): Promise<Launched> {
  const name = whole ? "chromium" : "chromium-headless-shell";
  const program = await findProgram(name);
  if (!program) throw new Error(`It is not installed: apt-get install ${name}`);
  const profile = await Deno.makeTempDir({ prefix: "kedge-browser-" });
  const child = new Deno.Command("setpriv", {
    args: [
      "--pdeathsig",
      "KILL",
      program,
      ...(whole ? ["--headless=new"] : []),
      ...(together ? ["--process-per-site"] : []),
      "--no-sandbox",
      "--disable-gpu",
      "--hide-scrollbars",
      "--force-device-scale-factor=1",
      "--no-first-run",
      "--disable-extensions",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    env: { [MARK]: profile },
    detached: true,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let over = false;
  const ended = child.status.then(() => over = true);
  const heard = listening(child.stderr);
  const end = async () => {
    // Its helpers end after it, and write its profile until then.
    const leaders = [{ pid: child.pid, over: () => over }];
    await endFamily(familyOf({ mark: [MARK, profile], folder: profile, leaders }));
    await ended;
    await removeFolder(profile);
    await heard.then(({ drained }) => drained, () => {});
  };
  const { address } = await heard.catch(async (error) => {
    await end();
    throw error;
  });
  return { address, end, ended };
}

/** Reads the debugging address that Chromium prints, then goes on emptying the stream. */
async function listening(
  stream: ReadableStream<Uint8Array>,
): Promise<{ address: string; drained: Promise<void> }> {
  const reader = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`chromium ended at once: ${text}`);
    text += value;
    const address = /DevTools listening on (ws:\/\/\S+)/.exec(text)?.[1];
    if (address === undefined) continue;
    const drain = async () => {
      while (!(await reader.read()).done);
    };
    return { address, drained: drain() };
  }
}
