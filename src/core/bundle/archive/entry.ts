import { Buffer } from "node:buffer";
import { LIMITS } from "../limits.ts";
import { pathFaults } from "../names.ts";
import { quoted } from "../../text/hidden.ts";
import type { ProblemCollector } from "../problems.ts";
import type { Directory } from "./directory.ts";
import {
  type CentralHeader,
  descriptorLength,
  type EntryHeader,
  extraFields,
  FLAG,
  readLocal,
} from "./records.ts";
import { byteSize } from "../../text/byte_size.ts";

/** An entry of the archive whose headers were checked. */
export interface ArchiveEntry {
  /** Path without the slash that marks a folder. */
  readonly path: string;
  readonly folder: boolean;
  readonly header: CentralHeader;
  /** The packed bytes; absent when a broken rule makes reading them pointless. */
  readonly data?: Uint8Array;
  /** Offsets from the local header to the end of the data and its descriptor; null when unknown. */
  readonly span: { readonly from: number; readonly to: number } | null;
}

/** Checks every rule about the two headers of an entry. */
export function checkEntry(
  bytes: Uint8Array,
  view: DataView,
  directory: Directory,
  header: CentralHeader,
  problems: ProblemCollector,
): ArchiveEntry {
  const before = problems.errors;
  const raw = decodeName(header);
  const folder = raw.name.endsWith("/");
  const path = folder ? raw.name.slice(0, -1) : raw.name;
  const refuse: Refuse = (code, message, hint) => problems.error(code, message, { file: path, hint });

  const faults = pathFaults(path);
  for (const { code, message, hint } of faults) refuse(code, message, hint);
  if (!raw.utf8 && !faults.some(({ code }) => code === "path-not-utf8")) {
    refuse("path-not-utf8", `the name ${quoted(path)} is not marked as UTF-8`, "Pack with kedge --pack.");
  }
  checkFeatures(header, folder, path, refuse);

  const local = readLocal(bytes, view, directory.base + header.offset, directory.start);
  if (!local) {
    refuse("local-header", `${quoted(path)} has no local header where the directory says`);
    return { path, folder, header, span: null };
  }
  for (const field of disagreements(header, local)) {
    refuse("local-header", `${quoted(path)}: local header and directory disagree about its ${field}`);
  }
  checkExtra(local.extra, local.name, path, refuse);
  const from = directory.base + header.offset;
  const end = local.end + header.packed;
  if (end > directory.start) {
    refuse("archive-truncated", `the data of ${quoted(path)} reaches past its place in the archive`);
    return { path, folder, header, span: { from, to: directory.start } };
  }
  const descriptor = header.flags & FLAG.descriptor
    ? descriptorLength(view, end, directory.start, header)
    : 0;
  if (header.flags & FLAG.descriptor && descriptor === 0) {
    refuse("local-header", `${quoted(path)}: the data descriptor and the directory disagree`);
  }
  const span = { from, to: end + descriptor };
  // With errors of the name alone the data is checked as well, so that all problems are reported at once.
  const readable = problems.errors - before === faults.length;
  return { path, folder, header, span, ...(readable ? { data: bytes.subarray(local.end, end) } : {}) };
}

/** Decodes the name as UTF-8, with U+FFFD for invalid bytes. Names beyond ASCII must be marked as UTF-8. */
function decodeName(header: EntryHeader): { name: string; utf8: boolean } {
  const ascii = header.name.every((byte) => byte < 0x80);
  return { name: Buffer.from(header.name).toString("utf8"), utf8: ascii || (header.flags & FLAG.utf8) !== 0 };
}

type Refuse = (code: string, message: string, hint?: string) => void;

function checkFeatures(header: CentralHeader, folder: boolean, path: string, refuse: Refuse): void {
  const name = quoted(path);
  if (header.flags & (FLAG.encrypted | FLAG.strongEncryption | FLAG.masked)) {
    refuse("encrypted", `${name} is encrypted`, "Pack without a password.");
  } else if (header.flags & (FLAG.enhancedDeflate | FLAG.patched)) {
    refuse("method", `${name} uses a zip feature that readers do not share`);
  } else if (header.method !== 0 && header.method !== 8) {
    refuse("method", `${name} is packed with method ${header.method}`, "Only store and deflate are read.");
  } else if ((header.needed & 0xff) > 20) {
    refuse(
      "method",
      `${name} asks for zip version ${(header.needed & 0xff) / 10}`,
      "Pack with kedge --pack.",
    );
  }
  if (header.disk !== 0) refuse("multi-disk", `${name} is on another part of a split archive`);
  if ([header.packed, header.size, header.offset].includes(0xffffffff)) {
    refuse("zip64", `${name} uses Zip64`, "Pack with kedge --pack.");
  }
  if (header.size > LIMITS.file) {
    refuse("file-too-large", `${name} has ${header.size} bytes, more than ${byteSize(LIMITS.file)}`);
  }
  if (folder && header.size !== 0) refuse("special-file", `${name} is a folder with data`);
  checkKind(header, folder, path, refuse);
  checkExtra(header.extra, header.name, path, refuse);
}

/** Unix file types in the upper half of the attributes. */
const UNIX = { mask: 0o170000, file: 0o100000, folder: 0o040000, link: 0o120000 } as const;
/** Attributes of MS-DOS and NTFS: folder, device, reparse point. */
const DOS = { folder: 0x10, device: 0x40, reparse: 0x400 } as const;

function checkKind(header: CentralHeader, folder: boolean, path: string, refuse: Refuse): void {
  const name = quoted(path);
  const type = (header.attributes >>> 16) & UNIX.mask;
  const dos = [0, 10, 11, 14].includes(header.madeBy >>> 8) ? header.attributes & 0xffff : 0;
  if (type === UNIX.link || dos & DOS.reparse) {
    refuse("symlink", `${name} is a symbolic link`, "Put the file itself into the bundle.");
  } else if (type !== 0 && type !== UNIX.file && type !== UNIX.folder || dos & DOS.device) {
    refuse("special-file", `${name} is neither a file nor a folder`);
  } else if (!folder && (type === UNIX.folder || dos & DOS.folder) || folder && type === UNIX.file) {
    refuse("special-file", `${name} is marked as a folder by its name or its attributes, not by both`);
  }
}

/** Extra fields that change what an entry is: APPNOTE 4.5, 4.6 and Info-ZIP's extrafld.txt. */
const EXTRA = { zip64: 0x0001, unix: 0x000d, asiUnix: 0x756e, unicodePath: 0x7075, aes: 0x9901 } as const;

function checkExtra(extra: Uint8Array, rawName: Uint8Array, path: string, refuse: Refuse): void {
  const name = quoted(path);
  const fields = extraFields(extra);
  if (!fields) return refuse("extra-field", `${name} has a malformed extra field`);
  for (const { id, data } of fields) {
    if (id === EXTRA.zip64) refuse("zip64", `${name} uses Zip64`, "Pack with kedge --pack.");
    if (id === EXTRA.aes) refuse("encrypted", `${name} is encrypted`, "Pack without a password.");
    if (id === EXTRA.unix && data.length > 12) refuse("hard-link", `${name} is a link to another file`);
    if (id === EXTRA.asiUnix && data.length > 14) refuse("symlink", `${name} is a link to another file`);
    if (id === EXTRA.unicodePath && !Buffer.from(data.subarray(5)).equals(rawName)) {
      refuse("local-header", `${name} has a second, different name`);
    }
  }
}

/** Returns the fields that differ between the local header and the directory. */
function disagreements(central: CentralHeader, local: EntryHeader): string[] {
  const fields: string[] = [];
  if (!Buffer.from(local.name).equals(central.name)) fields.push("name");
  if (local.flags !== central.flags) fields.push("flags");
  if (local.method !== central.method) fields.push("method");
  if (local.time !== central.time) fields.push("time");
  const later = (central.flags & FLAG.descriptor) !== 0;
  for (const field of ["crc", "packed", "size"] as const) {
    const deferred = later && local[field] === 0;
    if (local[field] !== central[field] && !deferred) fields.push(field === "crc" ? "checksum" : "size");
  }
  return [...new Set(fields)];
}
