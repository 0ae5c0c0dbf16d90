import { environmentInName } from "../../../accounts/environments.ts";
import type { Config } from "../../../config/config.ts";
import type { Labeller } from "../../../rules/mod.ts";
import type { Writing } from "../../../state/store.ts";

/** Environments of servers: from the rules, by the server's name; else a well-known environment in the name. */
export type ServerEnvironments = ReturnType<typeof createServerEnvironments>;

/** Makes the environments. Errors of `labeller` are reported and leave the state unchanged. */
export function createServerEnvironments(
  { store, labeller, onError }: {
    readonly store: Writing<"serverEnvs">;
    readonly labeller: Labeller;
    readonly onError: (error: unknown) => void;
  },
) {
  const slice = store.slices.serverEnvs;
  let last: Pick<Config, "servers" | "envRules"> | undefined;

  async function label(rules: Config["envRules"], names: readonly string[]): Promise<(string | null)[]> {
    const { labels } = rules.length === 0 || names.length === 0
      ? { labels: [] }
      : await labeller.label(rules, names.map((name) => ({ name })));
    return names.map((name, at) => labels[at]?.env ?? environmentInName(name));
  }

  return {
    /** Labels the servers of a new configuration. Settles when the state has the labels. */
    async configure(config: Pick<Config, "servers" | "envRules">) {
      if (config.servers === last?.servers && config.envRules === last.envRules) return;
      last = config;
      const names = config.servers.map(({ name }) => name);
      try {
        const envs = await label(config.envRules, names);
        // A newer configuration may have arrived meanwhile.
        if (last === config) {
          slice.update(() => Object.fromEntries(names.map((name, at) => [name, envs[at]!])));
        }
      } catch (error) {
        onError(error);
      }
    },
    /** Returns the environment of a name under the current rules, or by its words when these cannot be evaluated. */
    of: (name: string): Promise<string | null> =>
      label(store.get().config.value.envRules, [name]).then(([env]) => env!, (error) => {
        onError(error);
        return environmentInName(name);
      }),
  };
}
