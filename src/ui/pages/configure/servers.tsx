import type { JSX } from "preact";
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
      <p class="quiet small">This action only reads from your servers, unless you tick one.</p>
      {servers.map(({ name, host, port }) => (
        <Field
          key={name}
          field={inputField({ key: `write.${name}`, kind: "checkbox", label: `${name} · ${host}:${port}` })}
          value={String(write.has(name))}
          onInput={(value) => set(name, value === "true")}
        />
      ))}
    </section>
  );
}
