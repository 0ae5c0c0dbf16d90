import { findProgram } from "../../../src/core/platform/mod.ts";
import { browserElsewhere } from "../servers/elsewhere.ts";
import { endFamily, familyOf } from "../family.ts";
import { removeFolder } from "../remove_folder.ts";
import { type Cdp, connectCdp } from "./cdp.ts";
import { createTab, type Tab, type TabOptions } from "./tab.ts";

/** A headless Chromium for one test. */
export interface Browser {
  open(address: string, options?: TabOptions): Promise<Tab>;
  close(): Promise<void>;
}

/** Options of a test's browser. */
export interface Wanted {
  readonly whole?: boolean;
}

/** A running browser and its debugging address. */
interface Launched {
  readonly address: string;
  /** Settles when the program has ended. */
  readonly ended: Promise<unknown>;
  /** Ends all its processes and removes its profile. */
  end(): Promise<void>;
}

/** Arguments with which all pages share one process, and none is started in advance. */
const ONE_PROCESS = [
  "--renderer-process-limit=1",
  "--disable-features=SpareRendererForSitePerProcess,IsolateOrigins,site-per-process",
];

/** Environment variable of a browser and its helpers that names their profile. */
const MARK = "KEDGE_TEST_BROWSER";

/**
 * Starts a headless Chromium with its own profile. It ends with `close`, or with the test's process. It is
 * the small program unless `whole` is set; only the whole one connects in advance to where a page may lead.
 * All pages of the small one share a process, because a process for each page costs a third more.
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
export async function launchBrowser({ whole = false }: Wanted): Promise<Launched> {
  const name = whole ? "chromium" : "chromium-headless-shell";
  const program = await findProgram(name);
  if (!program) throw new Error(`It is not installed: apt-get install ${name}`);
  const profile = await Deno.makeTempDir({ prefix: "kedge-browser-" });
  const child = new Deno.Command("setpriv", {
    args: [
      "--pdeathsig",
      "KILL",
      program,
      ...(whole ? ["--headless=new"] : ONE_PROCESS),
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
    // The helpers end after the browser, and write to the profile until then.
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

/** Reads the debugging address that Chromium prints, then continues to drain the stream. */
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
