import type { RowSource } from "../../../resources/rows.ts";
import type { ServerCatalog } from "../../../sql/query_window/types.ts";

/** The catalogs of servers with an open window. */
export type Catalogs = ReturnType<typeof createCatalogs>;

/** Makes the catalogs. `create` returns a function that makes the catalog of a server; null: there is no such server. */
export function createCatalogs(create: () => Promise<(server: string) => ServerCatalog | null>) {
  const all = new Map<string, ServerCatalog>();
  /** Called with the name of a server whose catalog was replaced. */
  const replaced = new Set<(server: string) => void>();
  return {
    get: (server: string) => all.get(server),
    async ensure(server: string): Promise<void> {
      if (all.has(server)) return;
      const make = await create();
      const made = all.has(server) ? null : make(server);
      if (made) all.set(server, made);
    },
    /** Replaces the catalog of a server by one of its new configuration. Lists that are shown follow. */
    async renew(server: string): Promise<void> {
      const make = await create();
      const old = all.get(server);
      const made = old ? make(server) : null;
      if (!old || !made) return;
      all.set(server, made);
      replaced.forEach((listener) => listener(server));
      await old.close();
    },
    async close(server: string): Promise<void> {
      const old = all.get(server);
      all.delete(server);
      await old?.close();
    },
    closeAll: () => [...all.values()].map((one) => one.close()),
    /** Returns a list of the catalog that a server has at the time; null when it has none. */
    list<Row>(server: string, of: (catalog: ServerCatalog) => RowSource<Row>): RowSource<Row> | null {
      const first = all.get(server);
      if (!first) return null;
      const current = () => of(all.get(server) ?? first);
      return {
        read: (from, count, signal) => current().read(from, count, signal),
        subscribe(listener) {
          let leave = current().subscribe(listener);
          const follow = (name: string) => {
            if (name !== server) return;
            leave();
            leave = current().subscribe(listener);
            listener(0);
          };
          replaced.add(follow);
          return () => {
            replaced.delete(follow);
            leave();
          };
        },
      };
    },
  };
}
