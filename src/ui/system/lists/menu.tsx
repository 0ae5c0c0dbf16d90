import { type ComponentChildren, Fragment, type JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, type ButtonProps } from "../controls/button.tsx";
import { Icon, type IconName } from "../icon.tsx";
import { Kbd } from "../kbd.tsx";
import { isTab } from "../keys.ts";
import { movedIndex } from "./keys.ts";

/** One item of a menu. */
export interface MenuItem {
  readonly label: string;
  /** The item's name outside of its menu, where the verb on the menu's button is missing. */
  readonly alone?: string;
  readonly icon?: IconName;
  readonly shortcut?: string;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  /** Whether a line separates the item from the one above. */
  readonly apart?: boolean;
  readonly onPick: () => void;
}

/** The menu items of each menu button as of its last rendering. */
const behind = new WeakMap<Element, readonly MenuItem[]>();

/** Returns the items of a button's menu, open or closed; undefined for a button without a menu. */
export function menuItems(button: Element): readonly MenuItem[] | undefined {
  return behind.get(button);
}

/** A button that opens a menu. Arrow keys move, Enter picks, Esc and a click outside close the menu. */
export function MenuButton(
  { items, children, ...button }: { items: readonly MenuItem[]; children?: ComponentChildren } & ButtonProps,
): JSX.Element {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (anchor.current) behind.set(anchor.current, items);
  });
  const close = () => {
    setOpen(false);
    anchor.current?.focus();
  };
  return (
    <>
      <Button {...button} buttonRef={anchor} hasMenu expanded={open} onClick={() => setOpen(!open)}>
        {children}
      </Button>
      {open && <Menu items={items} anchor={anchor.current} onClose={close} />}
    </>
  );
}

/** What else can be done with one thing, behind a small “…”. */
export function MoreButton({ of, items }: { of: string; items: readonly MenuItem[] }): JSX.Element {
  return <MenuButton kind="bare" compact icon="more" label={`More for ${of}`} items={items} />;
}

function Menu(
  { items, anchor, onClose }: { items: readonly MenuItem[]; anchor: HTMLElement | null; onClose: () => void },
): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current && anchor) position(ref.current, anchor.getBoundingClientRect());
    ref.current?.querySelector<HTMLElement>(".menu-item:not(:disabled)")?.focus();
  }, []);
  useEffect(() => {
    const onDown = (event: PointerEvent) => {
      if (
        event.target instanceof Node && !ref.current?.contains(event.target) &&
        !anchor?.contains(event.target)
      ) {
        onClose();
      }
    };
    document.addEventListener("pointerdown", onDown, true);
    return () => document.removeEventListener("pointerdown", onDown, true);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" || isTab(event)) onClose();
    else if (!move(ref.current, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" role="menu" ref={ref} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <Fragment key={item.label}>
          {item.apart && <div class="menu-line" role="separator" />}
          <button
            type="button"
            class={`menu-item${item.danger ? " danger" : ""}`}
            role="menuitem"
            tabIndex={-1}
            disabled={item.disabled}
            onClick={() => {
              onClose();
              item.onPick();
            }}
          >
            {item.icon && <Icon name={item.icon} />}
            <span class="cut">{item.label}</span>
            {item.shortcut && <Kbd keys={item.shortcut} />}
          </button>
        </Fragment>
      ))}
    </div>
  );
}

/**
 * Moves the focus by a key: through the items, or to the next item with that initial letter. Returns false
 * for other keys.
 */
function move(menu: HTMLElement | null, event: KeyboardEvent): boolean {
  const all = [...menu?.querySelectorAll<HTMLElement>(".menu-item:not(:disabled)") ?? []];
  const index = all.findIndex((item) => item === document.activeElement);
  const next = movedIndex(event, index, all.length);
  if (next !== null) all[next]?.focus();
  else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const letter = event.key.toLocaleLowerCase();
    const begins = (item: HTMLElement) => item.innerText.trim().toLocaleLowerCase().startsWith(letter);
    [...all.slice(index + 1), ...all.slice(0, index + 1)].find(begins)?.focus();
  } else return false;
  return true;
}

/**
 * Places the menu below the anchor's right edge, or above where there is no room. Positions are set through
 * the CSSOM, because the content security policy forbids inline styles.
 */
function position(menu: HTMLElement, anchor: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect();
  const below = anchor.bottom + 4 + height <= innerHeight;
  menu.style.left = `${Math.max(4, Math.min(anchor.right - width, innerWidth - width - 4))}px`;
  menu.style.top = `${below ? anchor.bottom + 4 : Math.max(4, anchor.top - 4 - height)}px`;
}
