import { readRegularText } from "../../files/read.ts";
import { CatalogueError } from "../error.ts";
import { fingerprint } from "../keys.ts";
import { MAX_COUNT } from "../limits.ts";
import type { KeySet } from "../schema.ts";

/**
 * Reads new keys from a file in the format of `allowed_signers`: a name, optional options, and a key on each
 * line. `threshold` is a whole number from 1 on. Throws a {@link CatalogueError}.
 */
export async function readSigners(
  file: string,
  threshold: number,
): Promise<Pick<KeySet, "threshold" | "signers">> {
  const text = await readRegularText(file, 256 * 1024);
  if (text === null) throw new CatalogueError("unusable", `${file} cannot be read`, "Check the path.");
  const signers = text.split("\n").map((line) => line.trim()).filter((line) =>
    line !== "" && !line.startsWith("#")
  )
    .map((line) => {
      const found = /^([A-Za-z0-9@._+-]{1,200})\s(?:.*\s)?([a-z0-9@.-]+ [A-Za-z0-9+/]{40,}={0,2})(?:\s|$)/
        .exec(line);
      if (found && fingerprint(found[2]!)) return { name: found[1]!, key: found[2]! };
      throw new CatalogueError(
        "unusable",
        `a line of ${file} is no name and key`,
        "It has the form of allowed_signers.",
      );
    });
  if (signers.length === 0 || signers.length > MAX_COUNT.signers) {
    throw new CatalogueError(
      "unusable",
      `${file} has ${signers.length} keys`,
      `There are 1 to ${MAX_COUNT.signers}.`,
    );
  }
  if (threshold > signers.length) {
    throw new CatalogueError(
      "unusable",
      "--threshold asks for more signatures than there are keys",
      "Lower it.",
    );
  }
  return { threshold, signers };
}
