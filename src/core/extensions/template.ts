import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isReservedName, LIMITS } from "../bundle/mod.ts";
import { isSystemError, systemReason } from "../files/reason.ts";

/** The result of creating an extension. */
type NewExtension =
  | { readonly ok: true; readonly folder: string; readonly id: string; readonly files: readonly string[] }
  | { readonly ok: false; readonly error: string; readonly hint: string };

const ELSEWHERE = "Name a folder that does not exist yet, where you may write.";

/** Folder of the copies for an editor: hidden, so that Go's `./...` and --pack ignore it. */
const COPIES = ".kedge";

/** The parts that go into an author's folder. */
interface TemplateParts {
  /** The SDK's sources by path. */
  readonly sdk: ReadonlyMap<string, Uint8Array>;
  readonly schema: string;
  /** Version in three dotted parts that the new manifest requires. */
  readonly version: string;
  /** Version of Go's language with which Kedge compiles on this machine, such as 1.26. */
  readonly language: string;
}

/**
 * Creates an extension: a commented example with a test, its icon, and a module file with a copy of the SDK,
 * so that editors and the Go tool understand it. In a folder that already contains an extension only the
 * copies are renewed. Never changes other files.
 */
export async function newExtension(target: string, parts: TemplateParts): Promise<NewExtension> {
  const folder = resolve(target);
  const refused = (error: string): NewExtension => ({ ok: false, error, hint: ELSEWHERE });
  let there: readonly string[];
  try {
    there = await readdir(folder);
  } catch (error) {
    const code = isSystemError(error) ? error.code : undefined;
    if (code === "ENOTDIR") return refused(`${folder} is not a folder`);
    if (code !== "ENOENT") return refused(`${folder} cannot be read: ${systemReason(error)}`);
    there = [];
  }
  const known = there.includes("manifest.json");
  if (!known && there.some((name) => !name.startsWith("."))) {
    return refused(`${folder} is not empty`);
  }

  const id = idFrom(basename(folder));
  const files = new Map<string, Uint8Array | string>();
  for (const [path, bytes] of parts.sdk) files.set(`${COPIES}/sdk/${path}`, bytes);
  files.set(`${COPIES}/manifest.schema.json`, parts.schema);
  files.set(`${COPIES}/.gitignore`, "# Copies made by kedge --new; run it again to renew them.\n*\n");
  if (!known || !there.includes("go.mod")) files.set("go.mod", moduleFile(parts.language));
  if (!known) {
    for (const [path, text] of await readTemplate()) {
      files.set(
        path,
        text.replaceAll("$ID", id).replaceAll("$NAME", nameFrom(id)).replaceAll("$VERSION", parts.version),
      );
    }
  }
  try {
    // A file that the SDK no longer has would not compile with the new ones.
    await rm(join(folder, COPIES, "sdk"), { recursive: true, force: true });
    for (const [path, content] of files) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refused(`${folder} cannot be written: ${systemReason(error)}`);
  }
  return { ok: true, folder, id, files: [...files.keys()].filter((path) => !path.startsWith(`${COPIES}/`)) };
}

/**
 * Returns the content of go.mod. Go files of the bundle import each other as `bundle/…`, so the module has that
 * name. Its language is that of Kedge's own compilation, because a loop means something else before Go 1.22.
 */
const moduleFile = (language: string) =>
  `// For editors and the Go tool only: Kedge compiles with a module file of its own.
module bundle

go ${language}

require kedge v0.0.0

replace kedge => ./${COPIES}/sdk
`;

async function readTemplate(): Promise<Map<string, string>> {
  const root = new URL("./starter/", import.meta.url);
  const paths = ["manifest.json", "icon.svg", "actions/greet/greet.go", "actions/greet/greet_test.go"];
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(new URL(path, root), "utf8")] as const),
  );
  return new Map(texts);
}

/** Returns a valid id made of a folder's name. */
function idFrom(name: string): string {
  const id = name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9._-]+/g, "-").replace(
    /^[-.]+|[-.]+$/g,
    "",
  );
  const usable = id.slice(0, LIMITS.id).replace(/\.+$/, "") || "my-extension";
  return isReservedName(usable) ? `my-${usable}`.slice(0, LIMITS.id) : usable;
}

/** Returns `My extension` for `my-extension`. */
function nameFrom(id: string): string {
  const words = id.replace(/[._-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
