import type { ComponentChildren, JSX } from "preact";
import { envClass } from "../../text/env.ts";
import { Icon, type IconName } from "../icon.tsx";

/**
 * The name of an environment in the environment's colour; null without an environment. The tooltip tells when
 * the environment was only guessed from the name.
 */
export function EnvPill(
  { env, guessed = false }: { env: string | null; guessed?: boolean },
): JSX.Element | null {
  return env === null ? null : (
    <span
      class={`pill ${envClass(env)}`}
      title={guessed ? `Environment ${env}, guessed from the name: no rule says it` : `Environment ${env}`}
    >
      {env}
    </span>
  );
}

/** A short label such as a version, a state or a count, for example `kedge ≥ 2.0.0`. */
export function Pill(
  { tone, icon, title, children }: {
    tone?: "danger" | "caution" | "ok" | "info";
    icon?: IconName;
    title?: string;
    children: ComponentChildren;
  },
): JSX.Element {
  return (
    <span class={`pill ${tone ?? "plain"}`} title={title}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
