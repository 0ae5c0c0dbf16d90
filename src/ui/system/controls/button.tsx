import type { ComponentChildren, JSX, Ref } from "preact";
import { useImperativeHandle, useRef } from "preact/hooks";
import { Icon, type IconName } from "../icon.tsx";
import { Kbd } from "../kbd.tsx";
import { keyText } from "../keys.ts";
import { useUnread } from "../unread.ts";

/** The properties of a button. */
export interface ButtonProps {
  /**
   * Enter presses `marked`, at most one in a window; `danger` destroys and is never the default; `bare` is a
   * tool in a bar.
   */
  readonly kind?: "plain" | "marked" | "danger" | "bare";
  readonly type?: "button" | "submit";
  readonly icon?: IconName;
  /** The accessible name of a button that shows only an icon; with the shortcut, also its tooltip. */
  readonly label?: string;
  /** The text of Ctrl+K for it, which begins with a verb; needed if the label of the button does not. */
  readonly alone?: string;
  readonly title?: string;
  /** Keys shown beside the text, for example `Mod+Enter`. The window handles them. */
  readonly shortcut?: string;
  /** Whether the keys appear only in the tooltip, because there is no room beside the text. */
  readonly narrow?: boolean;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly compact?: boolean;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly hasMenu?: boolean;
  readonly autoFocus?: boolean;
  /** Whether this is the first step of an empty page, where the focus starts. */
  readonly first?: boolean;
  /**
   * Whether the button ends something at once, as `danger` destroys. The focus never moves to it by itself,
   * because keys meant for the content before would press it.
   */
  readonly ends?: boolean;
  /** Whether the button ignores presses until the user can have read it, because it replaces another button. */
  readonly readFirst?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly onClick?: (event: MouseEvent) => void;
  readonly children?: ComponentChildren;
}

/** A button, 28 px high, or 24 px when `compact`. While `busy` it shows a spinner and ignores clicks. */
export function Button(props: ButtonProps): JSX.Element {
  const { kind = "plain", icon, label, busy = false, compact = false, children } = props;
  const onlyIcon = children === undefined;
  const element = useRef<HTMLButtonElement>(null);
  useImperativeHandle(props.buttonRef ?? null, () => element.current!, []);
  const ends = props.ends || kind === "danger";
  useUnread(element, ends || props.readFirst ? label ?? String(children) : undefined);
  const named = label && props.shortcut ? `${label} (${keyText(props.shortcut)})` : label;
  const names = ["button", kind, compact && "compact", onlyIcon && "only-icon"];
  return (
    <button
      ref={element}
      type={props.type ?? "button"}
      class={names.filter(Boolean).join(" ")}
      disabled={props.disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-haspopup={props.hasMenu ? "menu" : undefined}
      // The tooltip of the button would cover the first line of its open menu.
      title={props.hasMenu && props.expanded ? undefined : props.title ?? (onlyIcon ? named : undefined)}
      data-alone={props.alone}
      data-icon={icon}
      data-keys={props.shortcut}
      data-focus={props.autoFocus || undefined}
      data-first={props.first || undefined}
      data-ends={ends || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else props.onClick?.(event);
      }}
    >
      {busy ? <span class="spinner" /> : icon && <Icon name={icon} />}
      {children}
      {props.shortcut && !onlyIcon && !compact && !props.narrow && <Kbd keys={props.shortcut} />}
    </button>
  );
}

/** A tool of a bar or a row: a small button without a frame. */
export function Tool(props: Omit<ButtonProps, "kind" | "compact">): JSX.Element {
  return <Button kind="bare" compact {...props} />;
}
