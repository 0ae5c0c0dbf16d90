import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Bundle } from "../../core/bundle/mod.ts";
import { verifySignature } from "../../core/catalogue/mod.ts";
import { CatalogueError } from "../../core/catalogue/error.ts";
import { VALID_DAYS } from "../../core/catalogue/limits.ts";
import { compared, reviewAgainst, versionFor } from "../../core/catalogue/publish/compare.ts";
import { type CheckParts, type Current, currentOf } from "../../core/catalogue/publish/current.ts";
import { lackingWords } from "../../core/catalogue/publish/lacking.ts";
import { cosignedLines, publish, type PublishRequest } from "../../core/catalogue/publish/publish.ts";
import { withVersion, writeVersion } from "../../core/catalogue/publish/raise.ts";
import { openTarget, type Target } from "../../core/catalogue/publish/target.ts";
import { catalogueDigest } from "../../core/catalogue/read.ts";
import { readSigners } from "../../core/catalogue/publish/signers.ts";
import { isFileError } from "../../core/files/errors.ts";
import { loadSource } from "../../core/extensions/mod.ts";
import { spelled } from "../../core/text/hidden.ts";
import { appVersion } from "../../core/version.ts";
import { configuration, tell } from "../accounts/reporting.ts";
import type { Args } from "../args.ts";
import { colorsFor } from "../colours.ts";
import { EXIT } from "../exit.ts";
import { printBundleReport } from "../extensions/bundle_report.ts";
import { reviewText } from "../extensions/review_text.ts";
import { askYes } from "../question.ts";
import { withCatalogues } from "./work.ts";

/**
 * `--catalog-publish DIR`: publishes the extension, or the extensions, of a folder in a new version of a
 * catalogue, signed with the user's key. With `--withdraw` the operand is ID or ID@VERSION.
 */
export function run(args: Args): Promise<number> {
  return withCatalogues(args, async (signal) => {
    const { paths, config } = configuration();
    const { catalogs = [] } = config;
    const to = args.to ?? (catalogs.length === 1 ? catalogs[0]!.address : undefined);
    if (to === undefined) {
      return tell(
        args,
        "--catalog-publish needs the catalogue",
        "Name it: --to ADDRESS or a folder",
        EXIT.usage,
      );
    }
    const days = Number(args.days ?? VALID_DAYS), threshold = Number(args.threshold ?? 1);
    if (!(Number.isInteger(days) && days >= 1 && days <= 3650)) {
      return tell(args, "--days is a number from 1 to 3650", undefined, EXIT.usage);
    }
    if (!(Number.isInteger(threshold) && threshold >= 1)) {
      return tell(args, "--threshold is a number from 1 on", undefined, EXIT.usage);
    }
    if (args.threshold !== undefined && args.signers === undefined) {
      const hint = "Name their file: --signers FILE";
      return tell(args, "--threshold is for the keys of --signers", hint, EXIT.usage);
    }
    if (args.news !== undefined && args.withdraw !== undefined) {
      const hint = "Say why it must not run any more in the reason of --withdraw.";
      return tell(args, "--news is for versions that are published", hint, EXIT.usage);
    }
    const operand = args.operands[0]!;
    const target = await openTarget(args.to === undefined ? to : local(to), signal);
    try {
      const current = await currentOf(target);
      if (current && args.name !== undefined && args.name !== current.catalogue.name) {
        const called = spelled(`the catalogue is called “${current.catalogue.name}”`);
        return tell(args, called, "--name is for a new catalogue: leave it out.", EXIT.usage);
      }
      const sources = args.withdraw === undefined ? await loadAll(args, operand, current) : [];
      if (sources === null) return EXIT.failed;
      const bundles = sources.map(({ bundle }) => bundle);
      const [id = "", version] = operand.split("@");
      const check: CheckParts = { verify: verifySignature, home: { paths, settings: catalogs } };
      let shown: Pick<PublishRequest, "shown"> = {};
      const request: PublishRequest = {
        bundles: bundles.map((bundle) => ({ bundle, ...(args.news !== undefined && { news: args.news }) })),
        ...(args.withdraw !== undefined && {
          withdraw: { extension: id, ...(version !== undefined && { version }), reason: args.withdraw },
        }),
        ...(args.signers !== undefined && { signers: await readSigners(args.signers, threshold) }),
        ...(args.name !== undefined && { name: args.name }),
        ...(args.key !== undefined && { key: args.key }),
        days,
      };
      if (!args.json && !args.yes) {
        const cosigned = current && await cosignedLines(current, request, check);
        const lines = cosigned ?? changeLines(bundles, current);
        console.log(lines.map((line) => spelled(line)).join("\n"));
        shown = { shown: current && catalogueDigest(current.text) };
        for (const bundle of bundles) await printDifference(bundle, target);
        if (!await askYes(`Sign and publish to ${spelled(to)}? [y/N] `, signal)) {
          console.error("Nothing was published.");
          return EXIT.refused;
        }
      } else if (!args.yes) {
        return tell(args, "nobody agreed to publish", "Nothing was published. Add --yes", EXIT.refused);
      }
      const done = await publish(target, { ...request, ...shown }, {
        now: Date.now(),
        kedge: appVersion().version,
        ...check,
        signal,
      });
      for (const source of sources) await raise(source);
      const lacking = lackingWords(done, "by the same command");
      const facts = {
        id: done.catalogue.id,
        name: done.catalogue.name,
        version: done.catalogue.version,
        expires: done.catalogue.expires,
        signedBy: done.signedBy,
        signatures: done.signatures,
        needed: done.catalogue.keys.at(-1)!.threshold,
        ...(lacking !== null && { lacking }),
      };
      if (args.json) console.log(JSON.stringify({ ok: true, ...facts }));
      else {
        console.log(
          spelled(`${done.cosigned ? "Signed" : "Published"} version ${facts.version} of “${facts.name}”`),
        );
        if (lacking !== null) console.log(lacking);
        if (!target.pushes) console.log("It is in the folder: copy it to where the catalogue is served.");
      }
      return EXIT.done;
    } finally {
      await target.close();
    }
  });
}

/**
 * Returns an address unchanged, and a folder as an absolute path, because the command line may name it
 * relative to the current one.
 */
function local(to: string): string {
  return /^[a-z0-9+]+:\/\/|^[^/\\]+@[^/\\]+:/i.test(to) ? to : resolve(to);
}

/** A folder with its extension: as read, and with the version to publish. */
interface Source {
  readonly folder: string;
  readonly read: Bundle;
  readonly bundle: Bundle;
}

/**
 * Returns the extensions of a folder, with versions that the catalogue does not contain yet. Prints the
 * faults of an invalid extension and returns null.
 */
async function loadAll(args: Args, folder: string, current: Current | null): Promise<Source[] | null> {
  const found: Source[] = [];
  for (const one of await foldersOf(folder)) {
    const loaded = await loadSource(one);
    const { bundle: read, leftOut } = loaded;
    if (!read || leftOut === undefined) {
      printBundleReport(one, loaded, Deno.stderr);
      if (args.json) tell(args, `${one} has errors`, "See: kedge --validate-bundle", EXIT.failed);
      return null;
    }
    const bundle = withVersion(read, versionFor(read, current?.catalogue ?? null));
    found.push({ folder: one, read, bundle });
  }
  return found;
}

/** Writes the published version into the manifest and reports that. */
async function raise({ folder, read, bundle }: Source): Promise<void> {
  const { id, version = "" } = bundle.manifest;
  if (version === (read.manifest.version ?? "")) return;
  try {
    await writeVersion(folder, read, version);
    console.error(spelled(`${id}: manifest.json has version ${version} now`));
  } catch (error) {
    if (!isFileError(error)) throw error;
    console.error(spelled(`kedge: ${error.message}. ${error.hint}`));
  }
}

/** Returns the folder if it has a manifest, otherwise its subfolders that have one. */
async function foldersOf(folder: string): Promise<string[]> {
  const has = (at: string) => Deno.stat(join(at, "manifest.json")).then(({ isFile }) => isFile, () => false);
  if (await has(folder)) return [folder];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (!entries) {
    throw new CatalogueError("unusable", `${folder} is no folder that can be read`, "Check the path.");
  }
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)).sort();
  const found = [];
  for (const one of folders) if (await has(one)) found.push(one);
  if (found.length > 0) return found;
  throw new CatalogueError(
    "missing",
    `there is no extension in ${folder}`,
    "Name a folder with a manifest.json.",
  );
}

/** Returns what would be published, compared with the current catalogue, as lines. */
function changeLines(bundles: readonly Bundle[], current: Current | null): readonly string[] {
  const lines = bundles.map((bundle) => {
    const { id, version = "" } = bundle.manifest;
    const { before, same, more, summary } = compared(
      bundle,
      current?.catalogue ?? null,
      appVersion().version,
    );
    if (same) return `  ${id} ${version}, as it is published`;
    if (!before) return `  ${id} ${version}, new. ${summary}`;
    return `  ${id} ${before.version} → ${version}${
      more.length > 0 ? `, can now ${more.join(", ")}` : ", can what it could"
    }`;
  });
  const head = current
    ? `“${current.catalogue.name}” is at version ${current.catalogue.version}`
    : "There is no catalogue yet; your key will be the one to trust";
  return [head, ...lines];
}

/** Prints how the files differ from the version that is published now. */
async function printDifference(bundle: Bundle, target: Target): Promise<void> {
  const current = await currentOf(target);
  const { before, same } = compared(bundle, current?.catalogue ?? null, appVersion().version);
  if (!before || same) return;
  const review = await reviewAgainst(bundle, before, target);
  if (review) console.log(reviewText(review, before.file, colorsFor(Deno.stdout)));
  else {
    console.error(
      spelled(`kedge: ${before.file} is not there as it was published; the difference is not shown`),
    );
  }
}
