import { withoutCredentials } from "../../core/platform/environment.ts";

/** Environment variable that makes a compiled Kedge run only as the windows' process. */
export const CHILD_VARIABLE = "KEDGE_CHILD";
/** Value of {@link CHILD_VARIABLE} for the windows' process. */
export const CHILD_NAME = "windows";

/**
 * Settings that save memory in WebKitGTK: without them each window draws with a software OpenGL, which
 * doubles its start time and takes 100 MB more. Values that the user has set remain.
 */
const LINUX: Readonly<Record<string, string>> = {
  GSK_RENDERER: "cairo",
  WEBKIT_DISABLE_COMPOSITING_MODE: "1",
  GDK_DEBUG: "gl-disable",
};

/** Returns the variables that the windows' process gets in addition to the host's. */
function childEnvironment(
  host: Readonly<Record<string, string>>,
  os: typeof Deno.build.os,
): Record<string, string> {
  const added: Record<string, string> = { [CHILD_VARIABLE]: CHILD_NAME };
  if (os !== "linux") return added;
  for (const [name, value] of Object.entries(LINUX)) if (!host[name]) added[name] = value;
  return added;
}

/** Returns the environment of the windows' process: the host's without credentials, plus {@link childEnvironment}. */
export function environmentOf(
  host: Readonly<Record<string, string>>,
  os: typeof Deno.build.os,
): Record<string, string> {
  return { ...withoutCredentials(host), ...childEnvironment(host, os) };
}
