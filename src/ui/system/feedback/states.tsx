import type { ComponentChildren, JSX } from "preact";
import { CopyButton } from "../controls/copy_button.tsx";
import { Icon, type IconName } from "../icon.tsx";

/** The state of an empty list: what belongs there, and one button that adds it. Its title is read out. */
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
      <h2>
        <span role="status">{title}</span>
      </h2>
      {text && <p>{text}</p>}
      {children && <div class="row">{children}</div>}
    </div>
  );
}

/** The state after a failure: the title, the reason, the next step, and a button that copies them for support. */
export function ErrorState(
  { title, why, hint, children }: {
    title: string;
    why: string;
    hint?: string;
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
        <CopyButton label="Copy details" text={() => [title, why, hint].filter(Boolean).join("\n")} />
      </div>
    </div>
  );
}

/** Placeholder rows of a list that is loading. They appear only after 100 ms. */
export function Skeleton({ rows = 6 }: { rows?: number }): JSX.Element {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => <i key={index} />)}
    </div>
  );
}
