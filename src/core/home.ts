import { userHome } from "./platform/home.ts";

/**
 * Returns the folder of Kedge's home from the environment, for programs that must start without loading
 * anything. Returns null when only {@link kedgePaths} can tell: with a relative path, or without a home in
 * the environment.
 */
export function plainHome(): string | null {
  const named = Deno.env.get("KEDGE_HOME");
  const user = userHome();
  const home = named || (user && `${user}/.kedge`);
  return home && /^(\/|[A-Za-z]:[\\/])/.test(home) && !/[\\/]\.{0,2}([\\/]|$)/.test(home) ? home : null;
}
