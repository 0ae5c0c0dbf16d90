/** Returns the unix sockets in a D-Bus address, best first, as paths for `Deno.connect`. */
export function socketPaths(address: string, runtimeDir?: string): string[] {
  return address.split(";").flatMap((entry) => {
    const [transport, rest = ""] = entry.split(/:(.*)/s);
    if (transport !== "unix") return [];
    const values = new Map(
      rest.split(",").map((pair) => {
        const [key = "", value = ""] = pair.split(/=(.*)/s);
        return [key, unescaped(value)] as const;
      }),
    );
    const path = values.get("path");
    if (path) return [path];
    const abstract = values.get("abstract");
    // Linux marks names outside of the file system with a leading zero byte.
    if (abstract) return [`\0${abstract}`];
    return values.get("runtime") === "yes" && runtimeDir ? [`${runtimeDir}/bus`] : [];
  });
}

/** Returns the address of the user's session bus from the environment, or null. */
export function sessionAddress(env: (name: string) => string | undefined): string | null {
  const address = env("DBUS_SESSION_BUS_ADDRESS");
  if (address) return address;
  const runtimeDir = env("XDG_RUNTIME_DIR");
  return runtimeDir ? `unix:path=${runtimeDir}/bus` : null;
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
