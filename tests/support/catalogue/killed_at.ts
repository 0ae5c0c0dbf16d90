/**
 * Fetches a catalogue, or installs the newest version of its extension, and kills itself with SIGKILL
 * directly after the named step. Without a step it runs to the end.
 */
import { basename, join } from "node:path";
import { verifySignature } from "../../../src/core/catalogue/ssh_keygen.ts";
import { installBundle } from "../../../src/core/extensions/mod.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { cataloguesOf } from "./publisher.ts";

const [home, served, key, work, step] = Deno.args as [string, string, string, "refresh" | "install", string?];
const signal = new AbortController().signal;
const address = "https://catalog.example/kedge", setting = { address, keys: [key], restDays: 0 };

/** The address serves the files of a folder. */
const answer: typeof fetch = async (input) => {
  const path = new URL(input instanceof Request ? input.url : input).pathname.replace("/kedge/", "");
  reached(`ask for ${nameOf(path)}`);
  const bytes = await Deno.readFile(join(served, path)).catch(() => null);
  if (!bytes) return new Response("", { status: 404 });
  let part = 0;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (part++ === 0) return controller.enqueue(bytes.subarray(0, bytes.length >> 1));
        reached(`bring half of ${nameOf(path)}`);
        controller.enqueue(bytes.subarray(bytes.length >> 1));
        controller.close();
      },
    }, { highWaterMark: 0 }),
  );
};

/** Returns a file's name without the parts that change in each run. */
function nameOf(path: string): string {
  if (path.endsWith(".kedgeext")) return /reviewed-/.test(path) ? "the reviewed archive" : "the bundle";
  return basename(path);
}

function reached(now: string): void {
  if (now !== step) return;
  Deno.kill(Deno.pid, "SIGKILL");
  // The signal arrives before the next line of the program.
  for (;;);
}

const { renameSync, open } = Deno;
Deno.renameSync = (from, to) => {
  reached(`write ${nameOf(String(to))} beside`);
  renameSync(from, to);
  reached(`swap ${nameOf(String(to))}`);
};
let staged = 0;
Deno.open = async (path, options) => {
  const file = await open(path, options);
  if (/[\\/]staged-/.test(String(path)) && options?.createNew) reached(`write file ${++staged} beside`);
  return file;
};

const catalogues = cataloguesOf(kedgePaths(home), {
  async verify(...of) {
    const good = await verifySignature(...of);
    reached("verify the signature");
    return good;
  },
  fetch: answer,
});
if (work === "refresh") {
  const kept = await catalogues.refresh(setting, signal);
  await catalogues.withdraw([kept], true);
} else {
  const kept = (await catalogues.stored(setting))!;
  const version = kept.catalogue.extensions[0]!.versions[0]!;
  const bundle = await catalogues.bundle(setting, version, signal);
  reached("verify the bundle");
  await installBundle(kedgePaths(home), bundle, { source: address, hash: bundle.hash });
}
