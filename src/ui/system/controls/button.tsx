import type { ComponentChildren, JSX, Ref } from "preact";
import { useImperativeHandle, useRef } from "preact/hooks";
import { Icon, type IconName } from "../icon.tsx";
import { Kbd } from "../kbd.tsx";
import { useUnread } from "../unread.ts";

/** What a button is. */
export interface ButtonProps {
  /**
   * `marked` is what Enter does, at most one in a window; `danger` destroys and is never the default;
   * `bare` is a tool in a bar.
   */
  readonly kind?: "plain" | "marked" | "danger" | "bare";
  readonly type?: "button" | "submit";
  readonly icon?: IconName;
  /** The name when only the icon is seen; it is the tooltip too. */
  readonly label?: string;
  readonly title?: string;
  /** Shown beside the text, for example `Mod+Enter`. Handling the key is the window's. */
  readonly shortcut?: string;
  /** The tooltip alone says the keys: there is no room beside the text. */
  readonly narrow?: boolean;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly compact?: boolean;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly hasMenu?: boolean;
  readonly autoFocus?: boolean;
  /** The first step of an empty page: where its focus starts. */
  readonly first?: boolean;
  /**
   * It ends something at once, as `danger` destroys: the focus never comes to it by itself, because keys that were meant
   * for what was there before would press it.
   */
  readonly ends?: boolean;
  /** As one that ends something, it takes no press before it can have been read: it comes where another one was. */
  readonly readFirst?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly onClick?: (event: MouseEvent) => void;
  readonly children?: ComponentChildren;
}

/** A button; 28 px high, 24 px when `compact`. While `busy` it shows that it works and takes no click. */
export function Button(props: ButtonProps): JSX.Element {
  const { kind = "plain", icon, label, busy = false, compact = false, children } = props;
  const onlyIcon = children === undefined;
  const element = useRef<HTMLButtonElement>(null);
  useImperativeHandle(props.buttonRef ?? null, () => element.current!, []);
  const ends = props.ends || kind === "danger";
  useUnread(element, ends || props.readFirst ? label ?? String(children) : undefined);
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
      // Over a menu that is open, the name of its button would cover the first line.
      title={props.hasMenu && props.expanded ? undefined : props.title ?? (onlyIcon ? label : undefined)}
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
