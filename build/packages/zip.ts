import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import type { PackageFile } from "./tools.ts";

/** Time of every entry. Archives contain local time, so this is the same in every time zone. */
const LOCAL_TIME = new Date(1980, 0, 2);

/** Returns the files as a zip archive whose bytes depend on nothing else; programs stay executable. */
export async function zip(files: ReadonlyMap<string, PackageFile>): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    extendedTimestamp: false,
    lastModDate: LOCAL_TIME,
    useWebWorkers: false,
    level: 6,
  });
  for (const [name, { bytes, executable }] of [...files].sort(([a], [b]) => a < b ? -1 : 1)) {
    await writer.add(name, new Uint8ArrayReader(bytes), {
      versionMadeBy: 0x0314,
      externalFileAttributes: (executable ? 0o100755 : 0o100644) * 0x10000,
    });
  }
  return await writer.close();
}
