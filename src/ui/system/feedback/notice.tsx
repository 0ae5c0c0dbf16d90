import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "../icon.tsx";

type Tone = "danger" | "caution" | "info" | "ok";

const icons: Readonly<Record<Tone, IconName>> = {
  danger: "error",
  caution: "caution",
  info: "info",
  ok: "check",
};

/** A message about the current content, with its next step. */
export function Notice(
  { tone, message, hint, children }: {
    tone: Tone;
    message: ComponentChildren;
    hint?: string;
    children?: ComponentChildren;
  },
): JSX.Element {
  return (
    <div class={`notice ${tone}`} role={tone === "danger" ? "alert" : "status"}>
      <Icon name={icons[tone]} class={`${tone}-text`} />
      <div class="grow">
        <div class="words">{message}</div>
        {hint && <div class="words small">{hint}</div>}
      </div>
      {children}
    </div>
  );
}
