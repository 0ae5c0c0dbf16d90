/** Logins in the files of other clients. They are read when they are needed and never kept. */
import { Secret } from "../../../secret.ts";
import { ENGINES } from "../../engines/mod.ts";
import { type FileLogins, type Login, LoginError } from "../login.ts";
import { type FoundLogin, HERE, type LoginServer, MAX_LENGTH } from "./found_login.ts";
import { libpqLogins } from "./libpq_logins.ts";
import { optionLogins } from "./option_logins.ts";
import { isValidUtf8 } from "./read.ts";

/** Maximum offers and maximum remarks; nobody reads more. */
const MAX_COUNT = 20, MAX_REMARKS = 5;

/** Returns the logins in files of other clients for a server. */
export async function fileLogins(server: LoginServer): Promise<FileLogins> {
  const { found, remarks } = await look(server);
  return { offers: found.map(({ password: _, ...offer }) => offer), remarks };
}

/** Returns the login of an offer as its file has it now. Throws LoginError when the file no longer has it. */
export async function fileLogin(
  server: LoginServer,
  offer: string,
  user: string,
): Promise<Login & { readonly from: string }> {
  const { found, remarks } = await look(server);
  const known = found.find(({ id, user: its }) => id === offer && (its === "" || its === user))?.password(
    user,
  );
  if (!known) {
    throw new LoginError(
      `The password of “${user}” for ${server.name} is not in its file any more`,
      remarks[0] ?? "Put it back there, or sign in with another login.",
    );
  }
  return { user, password: new Secret(known.password), from: known.from };
}

async function look(server: LoginServer): Promise<{ found: FoundLogin[]; remarks: string[] }> {
  const remarks: string[] = [];
  const onRemark = (remark: string) => {
    if (!remarks.includes(remark) && remarks.length < MAX_REMARKS) remarks.push(remark);
  };
  const read = ENGINES[server.engine].protocol === "postgres" ? libpqLogins : optionLogins;
  const found = await read(server, Deno.env.toObject(), onRemark);
  // `localhost` behind a way is another computer, so entries for this one do not apply.
  const elsewhere = server.via !== undefined && HERE.test(server.host);
  return {
    found: found.filter(({ user }) => isValidUtf8(user) && user.length <= MAX_LENGTH).slice(0, MAX_COUNT)
      .map((login) => elsewhere ? { ...login, meant: false } : login),
    remarks,
  };
}
