import type { Server } from "../../../config/config.ts";
import type { OfferedLogin } from "../login.ts";
import { isValidUtf8 } from "./read.ts";

/** The server that a login is for. */
export type LoginServer = Pick<Server, "name" | "engine" | "host" | "port" | "via" | "database">;

/** Addresses of this computer; behind a way they are of its last one. */
export const HERE = /^(\/|localhost$|127\.|::1$)/i;

/** The environment variables, which may name other clients' files. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Called with the reason why a file is not read. */
export type OnRemark = (remark: string) => void;

/** A password, and where it is. */
export interface FoundPassword {
  readonly password: string;
  readonly from: string;
}

/** A login in a file, with its password. */
export interface FoundLogin extends OfferedLogin {
  /** Returns the password for a user; null when the file has none. */
  readonly password: (user: string) => FoundPassword | null;
}

/** Maximum characters of a user name or password. */
export const MAX_LENGTH = 8000;

/**
 * Returns a password that can be used, else null. Adds a remark when the password is not UTF-8. An empty
 * password counts as none.
 */
export function usable(password: string, from: string, onRemark: OnRemark): FoundPassword | null {
  if (password === "" || password.length > MAX_LENGTH) return null;
  if (isValidUtf8(password)) return { password, from };
  onRemark(`The password of ${from} is no UTF-8 and cannot be used`);
  return null;
}
