import { visible } from "../core/bundle/mod.ts";
import { IdClash, installBundle, loadSource, reviewBundle, trustedVersion } from "../core/extensions/mod.ts";
import { kedgePaths } from "../core/paths.ts";
import type { Args } from "./args.ts";
import { printBundleReport } from "./bundle_report.ts";
import { EXIT } from "./exit.ts";
import { askYes } from "./question.ts";
import { reviewText } from "./review_text.ts";
import { systemReason } from "./system_error.ts";

/**
 * `--install FILE [--trust HASH]`: installs when the hash is the one given, or after the user read the
 * review on the terminal and said yes.
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
  const review = reviewBundle(bundle, await trustedVersion(paths, bundle.manifest.id));
  const facts = {
    id: review.id,
    ...(review.version === undefined ? {} : { version: review.version }),
    hash: review.hash,
    change: review.change,
  };
  const refuse = (error: string, hint: string) => {
    answer({ ok: false, ...facts, error, hint });
    if (!json) console.error(`kedge: ${error}\n${hint}`);
    return EXIT.refused;
  };

  if (trust !== undefined) {
    if (trust.toLowerCase() !== bundle.hash) {
      return refuse(
        `the bundle's hash is not the trusted one\n  trusted ${trust}\n  bundle  ${bundle.hash}`,
        "Nothing was installed. Review the bundle before you trust its hash.",
      );
    }
  } else if (json) {
    return refuse("nobody confirmed the bundle", `Review it, then add --trust ${bundle.hash}`);
  } else {
    if (diagnostics.length > 0) printBundleReport(file, loaded, Deno.stderr);
    console.log(reviewText(review, source, Deno.stdout.isTerminal() && !Deno.noColor));
    if (!await askYes(`${QUESTIONS[review.change]} ${visible(review.name)}? [y/N] `)) {
      console.error("Nothing was installed.");
      return EXIT.refused;
    }
  }
  try {
    await installBundle(paths, bundle, { source, hash: bundle.hash });
  } catch (error) {
    if (error instanceof IdClash) return refuse(error.message, "Uninstall the other one first.");
    const reason = `cannot install to ${paths.extensions}: ${systemReason(error)}`;
    answer({ ok: false, ...facts, error: reason });
    if (!json) console.error(`kedge: ${reason}\nWhat was installed before is as it was.`);
    return EXIT.failed;
  }
  answer({ ok: true, ...facts });
  if (!json) {
    console.log(visible([DONE[review.change], review.name, review.version].filter(Boolean).join(" ")));
  }
  return EXIT.done;
}

const QUESTIONS = {
  install: "Trust and install",
  update: "Trust and update",
  downgrade: "Trust and go back to an older",
  reinstall: "Install again",
} as const;

const DONE = {
  install: "Installed",
  update: "Updated",
  downgrade: "Went back to",
  reinstall: "Installed again:",
} as const;
