import { createHash } from "node:crypto";
import { quoted } from "../text/hidden.ts";
import { hasControl } from "../text/controls.ts";
import { CatalogueError } from "./error.ts";
import { fingerprint } from "./keys.ts";
import { MAX_COUNT } from "./limits.ts";
import { type Catalogue, catalogueSchema } from "./schema.ts";

/** Returns SHA-256 of a catalogue's text, lower-case hex. */
export function catalogueDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Decodes catalog.json into the signed text. Throws a {@link CatalogueError} when it is not UTF-8. */
export function catalogueText(bytes: Uint8Array): string {
  try {
    // A byte order mark is part of the signed text.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed("it is no UTF-8");
  }
}

/** Parses the text of catalog.json. Throws a {@link CatalogueError} that names the fault and its place. */
export function readCatalogue(text: string): Catalogue {
  if (text.length > MAX_COUNT.catalogue) throw malformed("it is too large");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw malformed("it is no JSON");
  }
  const format = (json as { readonly format?: unknown } | null)?.format;
  if (typeof format === "number" && format > 1) {
    throw new CatalogueError(
      "malformed",
      `this catalogue has format ${format}, which this Kedge does not know`,
      "Update Kedge.",
    );
  }
  const parsed = catalogueSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue!.path.map(String).join(".");
    throw malformed(`${where === "" ? "it" : quoted(where)} is not as it must be: ${issue!.message}`);
  }
  const catalogue: Catalogue = parsed.data;
  const fault = contradiction(catalogue);
  if (fault !== null) throw malformed(fault);
  return catalogue;
}

/** Returns a contradiction that the schema cannot express; null when there is none. */
function contradiction({ extensions, withdrawn, keys, ...rest }: Catalogue): string | null {
  const ids = new Set<string>();
  const hashes = new Set<string>();
  const lines: (string | undefined)[] = [rest.name];
  for (const { id, name, author, versions, earlier = [] } of extensions) {
    // Folder names ignore case on some systems.
    if (ids.has(id.toLowerCase())) return `it lists ${quoted(id)} twice`;
    ids.add(id.toLowerCase());
    lines.push(name, author);
    for (const { version } of earlier) lines.push(version);
    for (const { hash, version } of versions) {
      lines.push(version);
      if (hashes.has(hash)) return `two versions have the hash ${hash.slice(0, 12)}…`;
      hashes.add(hash);
    }
  }
  const gone = new Set<string>();
  for (const { hash, version } of withdrawn) {
    lines.push(version);
    // Readers would take one of the two, and publishers could be shown the other.
    if (gone.has(hash)) return `it withdraws ${hash.slice(0, 12)}… twice`;
    gone.add(hash);
  }
  if (lines.some((line) => line !== undefined && hasControl(line))) {
    return "a name has a control character in it";
  }
  for (const [at, { threshold, signers, signatures }] of keys.entries()) {
    const prints = new Set(signers.map(({ key }) => fingerprint(key)));
    if (prints.has(null)) return `a key of set ${at + 1} is no public key of SSH`;
    if (prints.size !== signers.length) return `set ${at + 1} has a key twice`;
    if (threshold > signers.length) return `set ${at + 1} asks for more signatures than it has keys`;
    if (at === 0 && signatures.length > 0) return "the first keys can be signed by none before them";
  }
  const times = [
    rest.published,
    rest.expires,
    ...extensions.flatMap(({ versions }) => versions.map(({ published }) => published)),
  ];
  return times.some((time) => Number.isNaN(Date.parse(time))) ? "a time in it is none" : null;
}

function malformed(why: string): CatalogueError {
  return new CatalogueError(
    "malformed",
    `this is no catalogue of Kedge: ${why}`,
    "Check the address; whoever publishes it makes it with kedge --catalog-publish.",
  );
}
