import { hostSystem } from "../host.ts";
import { launch, type OpenResult } from "../launch.ts";
import type { CommandLine } from "../system.ts";
import { handOver, type ShowCode } from "./handover.ts";

export { type ShowCode, voidTickets } from "./handover.ts";

/** Options for opening an address. */
interface OpenOptions {
  /** Returns the command that opens an address in the browser that the user has chosen. */
  readonly command?: (address: string) => CommandLine;
  /** Whether the address contains no key although it looks as if it could, so that others may see it. */
  readonly isPublic?: boolean;
}

/**
 * Opens an http or https address in the user's browser; refuses any other address. An address that may
 * contain a key is kept out of arguments that other users can read. `showCode` shows the user the code that a
 * browser must send when the system cannot identify the browser's user.
 */
export async function openInBrowser(
  address: string,
  showCode?: ShowCode,
  { command, isPublic = false }: OpenOptions = {},
): Promise<OpenResult> {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return {
      ok: false,
      message: `Kedge opens only http and https addresses, not "${address.slice(0, 200)}"`,
      hint: "Check the address.",
    };
  }
  const system = hostSystem();
  const yourself = `Open ${url.origin} in a browser yourself.`;
  const env = Deno.env.toObject();
  // A browser that was closed stays running as the program that was started.
  const options = command ? { patience: BROWSER_FAILS_WITHIN } : {};
  const open = async (line: CommandLine, input?: string): Promise<OpenResult> => {
    const opened = await launch(line, yourself, input, options);
    return opened.ok ? opened : { ...opened, message: `No browser could be opened: ${opened.message}` };
  };
  const lineOf = command ?? ((address: string) => system.openAddress(address, env));
  if (isPublic || !mayHoldKey(url)) return await open(lineOf(url.href));
  const quiet = command ? null : system.openQuietly(url.href, env);
  if (quiet) return await open(quiet.command, quiet.input);
  const handover = handOver(url.href, showCode ?? (() => {}));
  const opened = await open(lineOf(handover.ticket));
  if (!opened.ok) {
    handover.close();
    return opened;
  }
  if (await handover.taken) return opened;
  return { ok: false, message: "No browser came for the address within a minute", hint: yourself };
}

/** Time within which a browser that cannot show a window reports that, ms. */
const BROWSER_FAILS_WITHIN = 1000;

/** Returns whether an address may contain a key: it has parameters, or is one of Kedge's own. */
export function mayHoldKey(url: URL): boolean {
  return url.hostname === "127.0.0.1" || url.search !== "" || url.hash !== "" || url.username !== "" ||
    url.password !== "";
}
