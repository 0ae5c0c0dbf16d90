import { folderOf } from "../platform/path.ts";
import { makeFolder, writeFileAtomic } from "./atomic.ts";
import { FileError, isFileError } from "./errors.ts";
import { readRegularFileNow } from "./read.ts";
import { systemReason } from "./reason.ts";

/** A file of another program that is read completely, changed and written back. */
export interface EditedFile {
  readonly file: string;
  /** Maximum bytes read. */
  readonly most: number;
  /** What to do when the file cannot be used. */
  readonly hint: string;
}

/**
 * Returns the exact text of the file; "" when there is no file. Throws a FileError when the file cannot be
 * read completely as text, because writing it back would lose content.
 */
export function readEditedText({ file, most, hint }: EditedFile): string {
  const read = readRegularFileNow(file, most);
  if (!read.ok) {
    if (read.why === "missing") return "";
    throw new FileError(`${file} was not written: ${read.message}`, read.hint);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(read.bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Reported below.
  }
  throw new FileError(`${file} was not written: it is no text in UTF-8`, hint);
}

/**
 * Writes the file when it still contains `before`. A link and the file's mode stay; a new file is private to
 * the user. Throws a FileError that names the file.
 */
export async function writeEditedText(edited: EditedFile, before: string, text: string): Promise<void> {
  const { file, hint } = edited;
  try {
    await makeFolder(folderOf(file));
    const mode = await Deno.stat(file).then(({ mode }) => (mode ?? 0o600) & 0o777, () => 0o600);
    if ((mode & 0o200) === 0) throw new FileError("it is read-only", `If you mean it: chmod u+w ${file}`);
    await writeFileAtomic(file, text, mode, () => {
      if (readEditedText(edited) !== before) throw new FileError("it was changed meanwhile", "Try again.");
    });
  } catch (error) {
    const [why, next] = isFileError(error) ? [error.message, error.hint] : [
      systemReason(error),
      `Make the file and its folder writable. ${hint}`,
    ];
    throw new FileError(`${file} was not written: ${why}`, next);
  }
}
