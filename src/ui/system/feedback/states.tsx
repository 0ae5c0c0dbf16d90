import type { ComponentChildren, JSX } from "preact";
import { CopyButton } from "../controls/copy_button.tsx";
import { Icon, type IconName } from "../icon.tsx";

/** Nothing here yet: what belongs here and the one button that brings it. */
export function EmptyState(
  { icon, title, text, children, small = false }: {
    icon?: IconName;
    title: string;
    text?: string;
    children?: ComponentChildren;
    small?: boolean;
  },
): JSX.Element {
  return (
    <div class={`state${small ? " small-state" : ""}`}>
      {icon && !small && <Icon name={icon} />}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children && <div class="row">{children}</div>}
    </div>
  );
}

/** Something failed: what, why, the next step, and the details for support. */
export function ErrorState(
  { title, why, hint, details, children }: {
    title: string;
    why: string;
    hint?: string;
    /** What "Copy details" puts on the clipboard. Never a secret. */
    details?: string;
    children?: ComponentChildren;
  },
): JSX.Element {
  return (
    <div class="state" role="alert">
      <Icon name="error" />
      <h2>{title}</h2>
      <p class="words">{why}</p>
      {hint && <p class="words">{hint}</p>}
      <div class="row">
        {children}
        <CopyButton
          label="Copy details"
          text={() => details ?? [title, why, hint].filter(Boolean).join("\n")}
        />
      </div>
    </div>
  );
}

/** Loading, quietly: it only appears after 100 ms. */
export function Skeleton({ rows = 6 }: { rows?: number }): JSX.Element {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => <i key={index} />)}
    </div>
  );
}
