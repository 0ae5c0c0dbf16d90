import { readRegularText } from "../../files/read.ts";
import { lazyImport } from "../../lazy_import.ts";
import { isFileError } from "../../files/errors.ts";
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

/** The folder with tokens and registered clients that the AWS CLI, the SDKs and Kedge share. */
export interface TokenCache {
  /** Returns the token of a session or address; null when there is no readable one. */
  token(key: string): Promise<PortalToken | null>;
  saveToken(key: string, token: PortalToken): Promise<void>;
  /** Removes a token. Throws a CloudError when its file cannot be removed. */
  removeToken(key: string): Promise<void>;
  registration(key: RegistrationKey): Promise<Registration | null>;
  saveRegistration(key: RegistrationKey, registration: Registration): Promise<void>;
  /**
   * Runs work that only one process of this user may do at a time. The system frees the lock when its holder
   * ends in any way. Throws a CloudError when `signal` aborts or the lock stays taken.
   */
  locked<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** Maximum bytes of a file. Tokens have a few thousand. */
const MAX_SIZE = 256 * 1024;

/** Maximum time to wait for another process's lock, ms, enough for a renewal with all its tries. */
const PATIENCE = 60_000;

/** Time between two tries to take the lock, ms. */
const AGAIN = 40;

/** Opens the cache. Its folder need not exist. */
export function openTokenCache(folder: string): TokenCache {
  async function read<Result>(file: string, parse: (text: string) => Result | null): Promise<Result | null> {
    try {
      // Another user could place a file here that makes Kedge work in that user's account.
      const text = await readRegularText(`${folder}/${file}`, MAX_SIZE, { ownedByUser: true });
      return text === null ? null : parse(text);
    } catch {
      // An unreadable file counts as missing, so the user signs in again.
      return null;
    }
  }

  const unwritten = (what: string, error: unknown) =>
    isFileError(error) ? new CloudError(`${what}: ${error.message}.`, error.hint, error) : new CloudError(
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
          throw isFileError(error) ? error : unwritten("The lock of sign-ins cannot be taken", error);
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
