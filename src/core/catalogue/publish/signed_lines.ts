import { oneLine } from "../../text/outside.ts";
import { fingerprint, keySetText } from "../keys.ts";
import { newAbilities } from "../published_review.ts";
import type { Catalogue, CatalogueEntry } from "../schema.ts";

/** A part of a catalogue: for people, and all of it for a comparison. */
interface Part {
  readonly line: string;
  readonly whole: string;
}

/**
 * Returns in lines what is signed as a whole by who adds a signature to a catalogue: everything that differs
 * from `before`, which was accepted last; without it what the catalogue has. Has no side effects.
 */
export function signedLines(
  catalogue: Catalogue,
  signedBy: readonly string[],
  before: Catalogue | null,
): readonly string[] {
  const lines = before
    ? [`Since version ${before.version}, which was accepted here last:`, ...differences(before, catalogue)]
    : ["It was not accepted here before. All of it:", ...contents(catalogue)];
  return [
    `This only adds your signature to version ${catalogue.version} of “${catalogue.name}”, signed by ${
      signedBy.join(", ")
    }.`,
    ...lines,
    `It is valid until ${catalogue.expires.slice(0, 10)}.`,
    // The longest description and 20 signers fit, because what is cut off would be signed unseen.
  ].map((line) => oneLine(line, { longest: 6000 }));
}

/** Whether everything that a catalogue has otherwise than the one `before` is as in the one that was `asked` for. */
export function hasOnly(catalogue: Catalogue, before: Catalogue, asked: Catalogue): boolean {
  const now = partsOf(catalogue), old = partsOf(before), wanted = partsOf(asked);
  return [...old.keys(), ...now.keys()].every((key) =>
    [old, wanted].some((parts) => parts.get(key)?.whole === now.get(key)?.whole)
  );
}

function contents(catalogue: Catalogue): string[] {
  const { keys, extensions, withdrawn } = catalogue;
  return [
    ...keys.map((_, at) => keyLine(keys, at)),
    `Withdrawn versions: ${withdrawn.length}`,
    ...extensions.map(({ id, versions }) => `${id}: ${versions.map(({ version }) => version).join(", ")}`),
    ...[...partsOf(catalogue)].filter(([key]) => /^(withdrawn|extension|version) /.test(key))
      .map(([, { line }]) => line),
  ];
}

function differences(before: Catalogue, after: Catalogue): string[] {
  const old = partsOf(before), now = partsOf(after);
  const lines = [
    ...[...old].filter(([key]) => !now.has(key)).map(([, { line }]) => `gone: ${line}`),
    ...[...now].filter(([key, { whole }]) => old.get(key)?.whole !== whole)
      .map(([key, { line }]) => `${old.has(key) ? "changed" : "new"}: ${line}`),
  ];
  return lines.length > 0 ? lines : ["Nothing but its dates differs."];
}

/** Returns everything in a catalogue but its version and dates, the most serious first. */
function partsOf({ id, name, keys, extensions, withdrawn }: Catalogue): Map<string, Part> {
  const parts = new Map<string, Part>([["name", { line: `its name: ${name}`, whole: name }]]);
  for (const [at, set] of keys.entries()) {
    parts.set(`keys ${at}`, { line: keyLine(keys, at), whole: keySetText(id, at, set) });
  }
  for (const one of withdrawn) {
    const { hash, extension, version = "", reason, instead } = one;
    parts.set(`withdrawn ${hash}`, {
      line: `withdrawn ${extension} ${version} (${hash.slice(0, 12)}): ${reason}${words({ instead })}`,
      whole: JSON.stringify(one),
    });
  }
  for (const entry of extensions) {
    for (const [key, part] of partsOfEntry(entry)) parts.set(key, part);
  }
  return parts;
}

function* partsOfEntry({ versions, ...entry }: CatalogueEntry): Generator<[key: string, part: Part]> {
  const order = versions.map(({ hash }) => hash);
  yield [`extension ${entry.id}`, {
    line: `extension ${entry.id}, “${entry.name}”, newest version ${versions[0]?.version ?? ""}${
      words({ author: entry.author, description: entry.description })
    }`,
    whole: JSON.stringify({ ...entry, order }),
  }];
  for (const version of versions) {
    const can = newAbilities(version.review, { can: [], places: [] });
    yield [`version ${entry.id} ${version.hash}`, {
      line: `version ${entry.id} ${version.version} (${version.hash.slice(0, 12)})${
        can.length === 0 ? "" : `, can ${can.join(", ")}`
      }${words({ news: version.news })}`,
      whole: JSON.stringify(version),
    }];
  }
}

/** Returns texts for people, which every reader will see, with what each of them is. */
function words(texts: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(texts).map(([what, text]) => text === undefined ? "" : `; ${what}: ${text}`).join("");
}

/** Returns who must sign from a key set on. */
function keyLine(keys: Catalogue["keys"], at: number): string {
  const { threshold, signers } = keys[at]!;
  const names = signers.map(({ name, key }) => `${name} (${fingerprint(key)})`);
  return `keys ${at + 1}: ${threshold} of ${names.join(", ")}`;
}
