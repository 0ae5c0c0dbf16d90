import type { Server } from "../../../config/config.ts";
import type { OfferedLogin } from "../login.ts";
import { isValidUtf8 } from "./read.ts";

/** The server that a login is for. */
export type LoginServer = Pick<Server, "name" | "engine" | "host" | "port" | "database">;

/** The environment that names other clients' files. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Hears why a file is not read. */
export type OnRemark = (remark: string) => void;

/** A password, and the line that it stands in. */
export interface FoundPassword {
  readonly password: string;
  readonly from: string;
}

/** An offer that can give its password. */
export interface FoundLogin extends OfferedLogin {
  /** Null: the file has none for that user. */
  readonly password: (user: string) => FoundPassword | null;
}

/** A longer user or password is not accepted. */
export const LONGEST = 8000;

/** A usable password; null, with a remark, for one that cannot be used. An empty one counts as none. */
export function usable(password: string, from: string, onRemark: OnRemark): FoundPassword | null {
  if (password === "" || password.length > LONGEST) return null;
  if (isValidUtf8(password)) return { password, from };
  onRemark(`The password of ${from} is no UTF-8 and cannot be used`);
  return null;
}
