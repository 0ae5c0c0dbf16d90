import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { environmentInName } from "../../../core/accounts/environments.ts";
import type { ServerModel } from "../../../pages/server/page.ts";
import type { PageProps } from "../../page.ts";
import { EnvPill } from "../../system/mod.ts";

/** Milliseconds that typing must pause before the rules are asked about the name. */
const REST = 200;

/**
 * Shows the environment that the rules give the server's name, so that the user
 * knows before saving whether it is production.
 */
export function NamedEnvironment(
  { name, client }: { name: string; client: PageProps<ServerModel>["client"] },
): JSX.Element | null {
  const [known, setKnown] = useState<{ readonly name: string; readonly env: string | null } | null>(null);
  useEffect(() => {
    if (name.trim() === "") return;
    let current = true;
    const timer = setTimeout(async () => {
      const result = await client.send({ name: "tryRules", accounts: [{ name }] });
      const { labels } = (result.ok ? result.value : null) as {
        labels?: readonly ({ readonly env: string | null } | null)[];
      } | null ?? {};
      if (current) setKnown({ name, env: labels?.[0]?.env ?? environmentInName(name) });
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [name]);
  if (name.trim() === "" || known === null) return null;
  const { env } = known;
  return (
    <div class="row small quiet" role="status">
      <span>Environment</span>
      <EnvPill env={env} />
      <span>
        {env === null
          ? "none: no rule fits its name, and no word in it says one"
          : "by its name, or a rule that fits it"}
      </span>
    </div>
  );
}
