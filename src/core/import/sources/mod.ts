import type { Source } from "./source.ts";

/** The programs from which connections and accounts can be imported, by the name for `--import`. */
export const SOURCES = {
  dbeaver: async () => (await import("./dbeaver.ts")).dbeaver,
  datagrip: async () => (await import("./datagrip.ts")).datagrip,
  tableplus: async () => (await import("./tableplus.ts")).tableplus,
  beekeeper: async () => (await import("./beekeeper.ts")).beekeeper,
  pgadmin: async () => (await import("./pgadmin.ts")).pgadmin,
  pgpass: async () => (await import("./clients.ts")).pgpass,
  mycnf: async () => (await import("./clients.ts")).mycnf,
  pgservice: async () => (await import("./clients.ts")).pgservice,
  leapp: async () => (await import("./cloud.ts")).leapp,
  "aws-sso": async () => (await import("./cloud.ts")).awsSso,
  granted: async () => (await import("./cloud.ts")).granted,
} as const satisfies Record<string, () => Promise<Source>>;
