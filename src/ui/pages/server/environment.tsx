import type { JSX } from "preact";
import { environmentInName } from "../../../core/accounts/environments.ts";
import type { ServerModel } from "../../../pages/server/page.ts";
import { type PageProps, useAnswer } from "../../page.ts";
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
  const ask = async () => {
    const result = await client.send({ name: "tryRules", accounts: [{ name }] });
    const { labels } = (result.ok ? result.value : null) as {
      labels?: readonly ({ readonly env: string | null } | null)[];
    } | null ?? {};
    return { env: labels?.[0]?.env ?? environmentInName(name) };
  };
  const known = useAnswer(name.trim() === "" ? null : ask, [name], REST);
  if (name.trim() === "" || !known) return null;
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
