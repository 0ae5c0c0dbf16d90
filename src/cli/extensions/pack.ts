import { isAbsolute, relative, resolve, sep } from "node:path";
import { LIMITS, packBundle, readBundle } from "../../core/bundle/mod.ts";
import { spelled } from "../../core/text/hidden.ts";
import { loadSource, sourceWithoutSecrets } from "../../core/extensions/mod.ts";
import { writeFileAtomic } from "../../core/files/atomic.ts";
import { readRegularFile } from "../../core/files/read.ts";
import type { Args } from "../args.ts";
import { printBundleReport } from "./bundle_report.ts";
import { EXIT } from "../exit.ts";
import { listedNames } from "../../core/text/shorten.ts";
import { systemReason } from "../../core/files/reason.ts";
import { byteSize } from "../../core/text/byte_size.ts";

/**
 * `--pack DIR [--output FILE or folder]`: creates a bundle whose bytes depend only on the files. A bundle that
 * an earlier call put into the folder is no part of it.
 */
export async function run({ operands, output, json }: Args): Promise<number> {
  const folder = operands[0]!;
  const answer = (document: Record<string, unknown>) => {
    if (json) console.log(JSON.stringify(document));
  };
  const earlier = output === undefined ? null : await fileWithin(folder, output);
  if (earlier !== null && !await isBundle(output!)) {
    const error = `${resolve(output!)} is a file of the extension, which the bundle would replace`;
    answer({ ok: false, error, diagnostics: [] });
    if (!json) console.error(`kedge: ${error}\nName another file with --output.`);
    return EXIT.usage;
  }
  const loaded = await loadSource(folder, { leaveOut: earlier });
  if (loaded.leftOut === undefined) {
    const { diagnostics } = loaded;
    answer({ ok: false, diagnostics, ...(loaded.unreadable ? {} : { error: "not a folder" }) });
    if (!json && loaded.unreadable) printBundleReport(folder, loaded, Deno.stderr);
    else if (!json) {
      console.error(
        `kedge: ${sourceWithoutSecrets(folder)} is not a folder\n--pack takes the folder of an extension.`,
      );
    }
    return EXIT.usage;
  }
  const bytes = loaded.bundle ? packBundle(loaded.bundle.files) : null;
  // Only the packed size is still unchecked. Reading the bundle back checks the size and the packer.
  const packed = bytes ? readBundle(bytes) : loaded;
  if (!bytes || packed.bundle?.hash !== loaded.hash) {
    const refused = bytes ? packed : loaded;
    answer({ ok: false, diagnostics: refused.diagnostics });
    if (!json) printBundleReport(folder, refused, Deno.stderr);
    return EXIT.failed;
  }

  const name = `${loaded.bundle!.manifest.id}.kedgeext`;
  const into = output !== undefined &&
    await Deno.stat(output).then(({ isDirectory }) => isDirectory, () => false);
  const file = into ? resolve(output, name) : resolve(output ?? name);
  try {
    await writeFileAtomic(file, bytes, 0o644);
  } catch (error) {
    const message = `cannot write ${file}: ${systemReason(error)}`;
    answer({ ok: false, error: message, diagnostics: loaded.diagnostics });
    if (!json) console.error(`kedge: ${message}`);
    return EXIT.usage;
  }
  const { hash, diagnostics, leftOut } = loaded;
  const files = loaded.bundle!.files.size;
  answer({ ok: true, file, hash, size: bytes.length, files, leftOut, diagnostics });
  if (json) return EXIT.done;
  if (diagnostics.length > 0) printBundleReport(folder, loaded, Deno.stderr);
  console.log(`${file}\n${files} files, ${byteSize(bytes.length)}`);
  if (leftOut.length > 0) console.log(`left out: ${spelled(listedNames(leftOut))}`);
  console.log(`hash ${hash}`);
  return EXIT.done;
}

/** Returns the path in a folder of a file that exists there; null for any other. */
async function fileWithin(folder: string, file: string): Promise<string | null> {
  try {
    const [root, path] = [await Deno.realPath(folder), await Deno.realPath(file)];
    const inside = relative(root, path);
    const outside = inside.split(sep)[0] === ".." || isAbsolute(inside);
    return outside || !(await Deno.stat(path)).isFile ? null : inside.replaceAll(sep, "/");
  } catch {
    return null;
  }
}

async function isBundle(file: string): Promise<boolean> {
  if (file.endsWith(".kedgeext")) return true;
  const read = await readRegularFile(file, LIMITS.bundle);
  return read.ok && readBundle(read.bytes).bundle !== null;
}
