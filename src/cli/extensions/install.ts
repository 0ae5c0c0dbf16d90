import { spelled } from "../../core/text/hidden.ts";
import {
  changeOf,
  DECISIONS,
  installBundle,
  InstallRefusedError,
  loadSource,
  refuseWithdrawn,
  reviewBundle,
  settingsFindings,
  trustedVersion,
  UnsettledError,
} from "../../core/extensions/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import type { Args } from "../args.ts";
import { printBundleReport } from "./bundle_report.ts";
import { compileProblems } from "./validate_bundle.ts";
import { colorsFor } from "../colours.ts";
import { EXIT } from "../exit.ts";
import { howToCall } from "../on_path.ts";
import { askYes } from "../question.ts";
import { reviewText } from "./review_text.ts";
import { systemErrorText } from "../system_error.ts";

/**
 * `--install FILE [--trust HASH]`: installs a bundle when HASH is its hash, or when the user read the review
 * on the terminal and said yes.
 */
export async function run({ operands, json, trust }: Args): Promise<number> {
  const file = operands[0]!;
  const loaded = await loadSource(file);
  const { bundle, diagnostics, source } = loaded;
  const answer = (document: Record<string, unknown>) => {
    if (json) console.log(JSON.stringify({ ...document, diagnostics }));
  };
  if (!bundle) {
    answer({ ok: false, ...(loaded.hash === undefined ? {} : { hash: loaded.hash }) });
    if (!json) printBundleReport(file, loaded, Deno.stderr);
    return loaded.unreadable ? EXIT.usage : EXIT.failed;
  }
  const paths = kedgePaths();
  const { manifest, hash } = bundle;
  const installed = await trustedVersion(paths, manifest.id);
  const change = changeOf(bundle, installed);
  const settings = await settingsFindings(paths, bundle);
  const facts = {
    id: manifest.id,
    ...(manifest.version === undefined ? {} : { version: manifest.version }),
    hash,
    change,
  };
  const refuse = (error: string, hint: string) => {
    answer({ ok: false, ...facts, error, hint });
    if (!json) console.error(`kedge: ${error}\n${hint}`);
    return EXIT.refused;
  };
  const failed = (error: unknown) => {
    if (error instanceof InstallRefusedError) return refuse(error.message, error.hint);
    const reason = `cannot install to ${paths.extensions}: ${systemErrorText(error)}`;
    answer({ ok: false, ...facts, error: reason });
    const left = error instanceof UnsettledError ? "" : "\nWhat was installed before is as it was.";
    if (!json) console.error(`kedge: ${reason}${left}`);
    return EXIT.failed;
  };
  try {
    await refuseWithdrawn(paths, hash);
  } catch (error) {
    return failed(error);
  }

  const unconfirmed = () =>
    refuse(
      "nobody confirmed the bundle",
      `Nothing was installed. Review it, then add --trust ${bundle.hash}`,
    );

  if (trust !== undefined) {
    if (trust.toLowerCase() !== bundle.hash) {
      return refuse(
        `the bundle's hash is not the trusted one\n  trusted ${trust}\n  bundle  ${bundle.hash}`,
        "Nothing was installed. Review the bundle before you trust its hash.",
      );
    }
  } else if (json) {
    return unconfirmed();
  } else {
    if (diagnostics.length > 0) printBundleReport(file, loaded, Deno.stderr);
    const review = reviewBundle(bundle, installed, settings);
    console.log(reviewText(review, source, colorsFor(Deno.stdout)));
    const sure = await askYes(`${DECISIONS[change].ask} ${spelled(review.name)}? [y/N] `);
    if (sure === null) return unconfirmed();
    if (!sure) {
      console.error("Nothing was installed.");
      return EXIT.refused;
    }
  }
  try {
    // With `--trust` the user saw no difference to the installed version, so any installed version may be
    // replaced.
    const over = trust === undefined ? { over: installed?.hash ?? null } : {};
    await installBundle(paths, bundle, { source, hash: bundle.hash, ...over });
  } catch (error) {
    return failed(error);
  }
  answer({ ok: true, ...facts });
  if (!json) {
    console.log(spelled([DECISIONS[change].done, manifest.name, manifest.version].filter(Boolean).join(" ")));
    // With `--trust` no review was printed, so print now what changes for saved settings.
    if (trust !== undefined) { for (const { message } of settings) console.error(spelled(`${message}.`)); }
    // The bundle is compiled only after it is trusted, because a few lines can keep the compiler busy for
    // minutes and fill the memory.
    const problems = trust === undefined ? await compileProblems(bundle, { unasked: true }) : [];
    if (problems.length > 0) {
      printBundleReport(file, { ...loaded, diagnostics: problems }, Deno.stderr);
      console.error("It is installed, and what does not compile will not run.");
    }
    // The user who answered on the terminal continues there.
    const how = trust === undefined ? await howToCall() : null;
    if (how !== null) console.error(how);
  }
  return EXIT.done;
}
