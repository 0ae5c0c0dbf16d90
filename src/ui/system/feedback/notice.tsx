import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "../icon.tsx";

const icons: Readonly<Record<string, IconName>> = {
  danger: "error",
  caution: "caution",
  info: "info",
  ok: "check",
};

/** A message about the current content, with its next step. */
export function Notice(
  { tone, message, hint, children }: {
    tone: "danger" | "caution" | "info" | "ok";
    message: ComponentChildren;
    hint?: string;
    children?: ComponentChildren;
  },
): JSX.Element {
  return (
    <div class={`notice ${tone}`} role={tone === "danger" ? "alert" : "status"}>
      <Icon name={icons[tone] ?? "info"} />
      <div class="grow">
        <div class="words">{message}</div>
        {hint && <div class="words small">{hint}</div>}
      </div>
      {children}
    </div>
  );
}
