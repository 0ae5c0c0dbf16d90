import { readRegularText } from "../../files/read.ts";
import { lazyImport } from "../../lazy_import.ts";
import { isFileFault } from "../../files/fault.ts";
import { cancelled, CloudError } from "../errors.ts";
import { registrationFile, type RegistrationKey, tokenFile } from "./names.ts";
import {
  formatRegistration,
  formatToken,
  parseRegistration,
  parseToken,
  type PortalToken,
  type Registration,
} from "./token.ts";

/** The folder that the AWS CLI, the SDKs and Kedge share: tokens and registered clients. */
export interface TokenCache {
  readonly folder: string;
  /** The token of a session or address; null when there is none that can be read. */
  token(key: string): Promise<PortalToken | null>;
  saveToken(key: string, token: PortalToken): Promise<void>;
  /** Throws a CloudError when it stays. */
  removeToken(key: string): Promise<void>;
  registration(key: RegistrationKey): Promise<Registration | null>;
  saveRegistration(key: RegistrationKey, registration: Registration): Promise<void>;
  /**
   * Does work that only one process of this user may do at a time. The system frees the lock however its holder ends.
   * Throws a CloudError when `signal` aborts or the lock stays taken.
   */
  locked<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** The largest file that is read, bytes: tokens have a few thousand. */
const LARGEST = 256 * 1024;

/** How long another process may hold the lock, ms: a renewal with all its tries. */
const PATIENCE = 60_000;

/** How often a taken lock is tried again, ms. */
const AGAIN = 40;

/** Opens the cache in its folder, which need not exist. */
export function openTokenCache(folder: string): TokenCache {
  async function read<Result>(file: string, parse: (text: string) => Result | null): Promise<Result | null> {
    try {
      // A file that another user has placed here would make Kedge work in their account.
      const text = await readRegularText(`${folder}/${file}`, LARGEST, { ownedByUser: true });
      return text === null ? null : parse(text);
    } catch {
      // A file that cannot be read counts as missing: the user signs in again.
      return null;
    }
  }

  const unwritten = (what: string, error: unknown) =>
    isFileFault(error) ? new CloudError(`${what}: ${error.message}.`, error.hint, error) : new CloudError(
      `${what} in ${folder}.`,
      "Check that the folder is yours and can be written to, and the disk is not full.",
      error,
    );

  async function write(file: string, text: string): Promise<void> {
    const { makeFolder, writeFileAtomic } = await atomic();
    try {
      await makeFolder(folder);
      await writeFileAtomic(`${folder}/${file}`, text);
    } catch (error) {
      throw unwritten("The sign-in cannot be kept", error);
    }
  }

  return {
    folder,
    token: async (key) => read(await tokenFile(key), parseToken),
    saveToken: async (key, token) => write(await tokenFile(key), formatToken(token)),
    async removeToken(key) {
      try {
        await Deno.remove(`${folder}/${await tokenFile(key)}`);
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return;
        throw unwritten("A file of the sign-in cannot be removed", error);
      }
    },
    registration: async (key) => read(await registrationFile(key), parseRegistration),
    saveRegistration: async (key, registration) =>
      write(await registrationFile(key), formatRegistration(registration)),
    async locked(work, signal) {
      const { makeFolder } = await atomic();
      const { openLock } = await lazyImport<typeof import("../../files/lock.ts")>(
        "../../files/lock.ts",
        import.meta.url,
      );
      const { pause } = await lazyImport<typeof import("../wire/pause.ts")>(
        "../wire/pause.ts",
        import.meta.url,
      );
      const lock = await makeFolder(folder).then(() => openLock(`${folder}/kedge.lock`)).catch(
        (error) => {
          throw isFileFault(error) ? error : unwritten("The lock of sign-ins cannot be taken", error);
        },
      );
      try {
        const end = performance.now() + PATIENCE;
        while (!await lock.tryLock(true)) {
          if (performance.now() > end) {
            throw new CloudError(
              "Another Kedge renews the sign-in and does not finish.",
              "End it, then try again.",
            );
          }
          await pause(AGAIN, signal).catch(() => {
            throw cancelled("renewing the sign-in");
          });
        }
        return await work();
      } finally {
        lock.close();
      }
    },
  };
}

const atomic = () =>
  lazyImport<typeof import("../../files/atomic.ts")>("../../files/atomic.ts", import.meta.url);
