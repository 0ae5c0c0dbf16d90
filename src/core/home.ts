import { userHome } from "./platform/home.ts";

/**
 * The folder of Kedge's home as the environment names it, for programs that must start without loading anything; null when
 * only {@link kedgePaths} can tell: a relative path, or an environment without a home.
 */
export function plainHome(): string | null {
  const named = Deno.env.get("KEDGE_HOME");
  const user = userHome();
  const home = named || (user && `${user}/.kedge`);
  return home && /^(\/|[A-Za-z]:[\\/])/.test(home) && !/[\\/]\.{0,2}([\\/]|$)/.test(home) ? home : null;
}
