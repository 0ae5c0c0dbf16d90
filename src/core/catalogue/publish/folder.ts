import type { Bundle } from "../../bundle/mod.ts";
import { hasErrors } from "../../diagnostic.ts";
import { loadSource } from "../../extensions/mod.ts";
import { isFileError } from "../../files/errors.ts";
import { present } from "../../present.ts";
import type { PreparedPublishing } from "../../state/publishing.ts";
import type { ReviewFile } from "../../state/review.ts";
import { appVersion } from "../../version.ts";
import { verifySignature } from "../mod.ts";
import { CatalogueError } from "../error.ts";
import { fingerprintsOf } from "../keys.ts";
import { VALID_DAYS } from "../limits.ts";
import { catalogueDigest } from "../read.ts";
import { compared, reviewAgainst, versionFor } from "./compare.ts";
import { type CheckParts, currentOf, type PublisherHome } from "./current.ts";
import { lackingWords } from "./lacking.ts";
import { cosignedLines, publish } from "./publish.ts";
import { withVersion, writeVersion } from "./raise.ts";
import { signingKeys } from "./sign.ts";
import { openTarget } from "./target.ts";

/** Maximum characters of all texts of a difference that a window shows. */
const SHOWN = 300_000;
/** Maximum lines of what is signed that a window shows. */
const LINES = 1000;

/**
 * Returns what publishing the extension of a folder would do; `home` tells what was accepted of the catalogue
 * before. Throws a {@link CatalogueError} or a FileError.
 */
export async function preparePublishing(
  folder: string,
  to: string,
  signal: AbortSignal,
  home?: PublisherHome,
): Promise<PreparedPublishing> {
  const bundle = await load(folder);
  const target = await openTarget(to, signal);
  try {
    const found = await currentOf(target), current = found?.catalogue ?? null;
    const proposed = versionFor(bundle, current);
    const raised = withVersion(bundle, proposed);
    const { before, same, more, summary } = compared(raised, current, appVersion().version);
    const lines = found && await cosignedLines(found, { bundles: [{ bundle: raised }] }, checkBy(home));
    const review = before && !same ? await reviewAgainst(bundle, before, target) : null;
    const may = current && fingerprintsOf(current.keys.at(-1)!);
    const { version = "" } = bundle.manifest;
    return {
      catalogue: current && { name: current.name, version: current.version },
      digest: found && catalogueDigest(found.text),
      ...(lines && { cosigned: boundedLines(lines) }),
      before: before?.version ?? null,
      version,
      proposed,
      same,
      more,
      summary,
      hash: bundle.hash,
      files: bounded(review?.files.filter(({ change }) => change !== "same") ?? []),
      lost: before !== null && !same && review === null,
      keys: (await signingKeys()).filter(({ fingerprint }) => may === null || may.has(fingerprint))
        .map(({ fingerprint, comment, file }) => ({ fingerprint, comment, file })),
      pushes: target.pushes,
    };
  } finally {
    await target.close();
  }
}

/** The publishing that the user has agreed to. */
export interface PublishingOrder {
  readonly to: string;
  readonly version: string;
  /** Text about the news; "" for none. */
  readonly news: string;
  /** The key's fingerprint; when absent, the first suitable key is used. */
  readonly key?: string;
  /** Hash of the files that were shown. */
  readonly hash: string;
  /** Digest of the catalogue that was shown; absent when there was none. */
  readonly digest?: string;
  /** The name of a new catalogue. */
  readonly name?: string;
}

/**
 * Publishes the extension of a folder when it is still what was shown; afterwards the manifest gets the
 * published version. Returns what was done, as a sentence. Throws a {@link CatalogueError} or a FileError;
 * then nothing was published or changed.
 */
export async function publishFolder(
  folder: string,
  { to, version, news, key, hash, digest, name }: PublishingOrder,
  signal: AbortSignal,
  home?: PublisherHome,
): Promise<string> {
  const read = await load(folder);
  if (read.hash !== hash) {
    throw new CatalogueError(
      "refused",
      "its files are others than those that were shown",
      "Look at them again.",
    );
  }
  const bundle = withVersion(read, version);
  const target = await openTarget(to, signal);
  try {
    const done = await publish(target, {
      bundles: [{ bundle, ...present({ news: news.trim() || undefined }) }],
      days: VALID_DAYS,
      shown: digest ?? null,
      ...present({ name, fingerprint: key }),
    }, { now: Date.now(), kedge: appVersion().version, ...checkBy(home), signal });
    const { catalogue, cosigned } = done;
    return [
      `${cosigned ? "Signed" : "Published"} version ${catalogue.version} of “${catalogue.name}”.`,
      lackingWords(done, "in the same way") ??
        (target.pushes
          ? "Colleagues see it the next time that their Kedge looks."
          : "It is in the folder: copy it to where the catalogue is served."),
      ...await versionWords(folder, read, version),
    ].join(" ");
  } finally {
    await target.close();
  }
}

/** Writes the published version into the manifest; returns why that failed, in words. */
async function versionWords(folder: string, read: Bundle, version: string): Promise<string[]> {
  try {
    if (version !== read.manifest.version) await writeVersion(folder, read, version);
    return [];
  } catch (error) {
    if (!isFileError(error)) throw error;
    return [`${error.message}. ${error.hint}`];
  }
}

async function load(folder: string): Promise<Bundle> {
  const { bundle, diagnostics, leftOut } = await loadSource(folder);
  if (bundle && leftOut !== undefined && !hasErrors(diagnostics)) return bundle;
  const first = diagnostics.find(({ severity }) => severity === "error")?.message;
  throw new CatalogueError(
    "refused",
    `it cannot be published as it is${first === undefined ? "" : `: ${first}`}`,
    "Fix what its page lists.",
  );
}

/** Returns the files with their texts, as far as the texts are not too long together. */
function bounded(files: readonly ReviewFile[]): ReviewFile[] {
  let left = SHOWN;
  return files.map((file) => {
    const { text, before, ...rest } = file;
    left -= (text?.length ?? 0) + (before?.length ?? 0);
    return left >= 0 ? file : { ...rest, more: true };
  });
}

/** Returns the lines that a window shows. */
function boundedLines(lines: readonly string[]): readonly string[] {
  const more = lines.length - LINES;
  if (more <= 0) return lines;
  return [...lines.slice(0, LINES), `And ${more} more: kedge --catalog-publish shows all of them.`];
}

const checkBy = (home: PublisherHome | undefined): CheckParts => ({
  verify: verifySignature,
  ...(home && { home }),
});
