import { withoutCredentials } from "../../core/platform/environment.ts";

/** Tells a compiled Kedge that it is the windows' process and nothing else. */
export const CHILD_VARIABLE = "KEDGE_CHILD";
/** The value of {@link CHILD_VARIABLE} that does. */
export const CHILD_NAME = "windows";

/**
 * What WebKitGTK costs less with: without these each window draws through a software OpenGL, which doubles
 * its start and takes 100 MB more. What the user has set stays.
 */
const LINUX: Readonly<Record<string, string>> = {
  GSK_RENDERER: "cairo",
  WEBKIT_DISABLE_COMPOSITING_MODE: "1",
  GDK_DEBUG: "gl-disable",
};

/** What the windows' process has in its environment beyond, or instead of, the host's. */
function childEnvironment(
  host: Readonly<Record<string, string>>,
  os: typeof Deno.build.os,
): Record<string, string> {
  const added: Record<string, string> = { [CHILD_VARIABLE]: CHILD_NAME };
  if (os !== "linux") return added;
  for (const [name, value] of Object.entries(LINUX)) if (!host[name]) added[name] = value;
  return added;
}

/** The whole environment of the windows' process: the host's without credentials, and what it needs. */
export function environmentOf(
  host: Readonly<Record<string, string>>,
  os: typeof Deno.build.os,
): Record<string, string> {
  return { ...withoutCredentials(host), ...childEnvironment(host, os) };
}
