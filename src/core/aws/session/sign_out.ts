import { readRegularText } from "../../files/read.ts";
import { fieldsOf, jsonOrNull } from "../../json_values.ts";
import { present } from "../../present.ts";
import { CloudError } from "../errors.ts";
import { endpoint } from "../wire/endpoint.ts";
import { request } from "../wire/request.ts";
import type { PortalSession } from "./session.ts";

/** The result of a sign-out. */
interface SignedOut {
  /** Whether there was a session to end. */
  readonly was: boolean;
  /** Why AWS could not be reached. The session has ended on this machine nevertheless. */
  readonly problem?: CloudError;
}

/**
 * Ends the session: tells AWS, removes the session's tokens from the shared cache, and removes the
 * credentials that the AWS CLI cached from sign-ins, which would remain valid. Throws a CloudError when
 * tokens cannot be removed; AWS has been told by then.
 */
export async function signOut(session: PortalSession, signal: AbortSignal): Promise<SignedOut> {
  const { entries } = await session.entries();
  let was = false;
  let problem: CloudError | undefined, stays: CloudError | undefined;
  const ended = new Set<string>();
  await session.cache.locked(async () => {
    for (const { key } of entries) {
      const token = await session.cache.token(key);
      await session.cache.removeToken(key).catch((error) => {
        if (!(error instanceof CloudError)) throw error;
        stays = error;
      });
      if (!token) continue;
      was = true;
      const access = token.accessToken.open();
      if (ended.has(access) || token.expiresAt < Date.now()) continue;
      ended.add(access);
      try {
        await request({
          doing: "ending the session at the portal",
          url: `${endpoint("SSO", session.serviceRegion)}/logout`,
          method: "POST",
          headers: { "x-amz-sso_bearer_token": access },
          signal,
        });
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        problem = error;
      }
    }
  }, signal);
  await removeCliCredentials(session.files.cliCache);
  if (stays) throw stays;
  return { was, ...present({ problem }) };
}

/** Maximum bytes of a file. Cached credentials have a few thousand. */
const MAX_SIZE = 256 * 1024;

/** Removes credentials that the AWS CLI got from sign-ins, and no others. */
async function removeCliCredentials(folder: string): Promise<void> {
  let entries: Deno.DirEntry[];
  try {
    entries = await Array.fromAsync(Deno.readDir(folder));
  } catch {
    return;
  }
  for (const { name, isFile } of entries) {
    if (!isFile || !name.endsWith(".json")) continue;
    const path = `${folder}/${name}`;
    try {
      const { ProviderType } = fieldsOf(jsonOrNull(await readRegularText(path, MAX_SIZE)));
      if (ProviderType === "sso") await Deno.remove(path);
    } catch {
      // The file cannot be read, or was removed meanwhile.
    }
  }
}
