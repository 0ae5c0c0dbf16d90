import type { ComponentChildren, JSX } from "preact";
import { envClass } from "../../text/env.ts";
import { Icon, type IconName } from "../icon.tsx";

/** An environment: always the word, in the environment's colour. Nothing for an account without one. */
export function EnvPill({ env }: { env: string | null }): JSX.Element | null {
  return env === null
    ? null
    : <span class={`pill ${envClass(env)}`} title={`Environment ${env}`}>{env}</span>;
}

/** A small word with a meaning: a version, a state, a count, `kedge ≥ 2.0.0`. */
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
