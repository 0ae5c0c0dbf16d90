import { createHash } from "node:crypto";
import { cpuUsage } from "node:process";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Processor time of this process, in ms, since a moment: what `processorTime()` gave then. */
export function processorTime(begin = 0): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000 - begin;
}

/** What {@link pieceOfWork} takes on the machine that times are set for, in ms, with nothing else to do. */
const WORK_MS = 105;

/** How many times as long this machine takes for something, now, as the one that times are set for. At least 1. */
export function slowness(): number {
  return Math.max(1, pieceOfWork() / WORK_MS);
}

/** The processor time in ms of what any reader of archives does, without a line of Kedge: 64 MB inflated and hashed. */
function pieceOfWork(): number {
  const bytes = new Uint8Array(2 * 1024 * 1024).fill(97), packed = deflateRawSync(bytes);
  const begin = processorTime();
  for (let round = 0; round < 32; round++) {
    createHash("sha256").update(inflateRawSync(packed, { chunkSize: bytes.length })).digest();
  }
  return processorTime(begin);
}
