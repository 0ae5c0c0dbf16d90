import type { JSX } from "preact";
import { hostPort } from "../../../core/sql/engines/mod.ts";
import type { ServerState } from "../../../core/state/state.ts";
import { Field, inputField } from "../../system/mod.ts";

/** The servers that the action may write to: none, unless the user ticks them here. */
export function ServerFields(
  { servers, write, onChange }: {
    servers: readonly ServerState[];
    write: ReadonlySet<string>;
    onChange: (write: ReadonlySet<string>) => void;
  },
): JSX.Element {
  const set = (name: string, may: boolean) => {
    const next = new Set(write);
    if (may) next.add(name);
    else next.delete(name);
    onChange(next);
  };
  return (
    <section class="config-fields" aria-label="Servers">
      <h2 class="part-title">May write to</h2>
      <p class="quiet small">
        This action only reads from your servers, unless you tick one. Functions that a privileged role may
        call can still have effects: for reading, a login that may only read is the surest guard.
      </p>
      {servers.map((server) => (
        <Field
          key={server.name}
          field={inputField({
            key: `write.${server.name}`,
            kind: "checkbox",
            label: `${server.name} · ${hostPort(server)}`,
          })}
          value={String(write.has(server.name))}
          onInput={(value) => set(server.name, value === "true")}
        />
      ))}
    </section>
  );
}
