/** Returns the common prefix of the names of an account's profiles, without a role name at its end; empty for none. */
export function commonName(profiles: readonly string[], roles: Iterable<string>): string {
  let name = profiles[0] ?? "";
  for (const other of profiles) while (!other.startsWith(name)) name = name.slice(0, -1);
  for (const role of roles) {
    if (name.toLowerCase().endsWith(role.toLowerCase())) name = name.slice(0, -role.length);
  }
  name = name.replace(/[-_. /:]+$/, "");
  return name === "default" ? "" : name;
}
