import type { ComponentChildren, JSX } from "preact";
import { isRepeat } from "../document_keys.ts";
import { Icon, type IconName } from "../icon.tsx";
import { Pill } from "../feedback/pill.tsx";

/** One tab, or one section of a sidebar. */
interface Tab {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly icon?: IconName | JSX.Element | null;
  readonly title?: string;
  /** A count beside the label, for example of problems. */
  readonly count?: number;
  readonly tone?: "danger" | "caution";
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  /** `byKey`: an arrow led there, and the focus stays among the tabs. */
  readonly onPick: (id: string, byKey: boolean) => void;
}

/** Tabs in a row; the left and right keys move. The owner's panel below has `role="tabpanel"`. */
export function Tabs(props: Props): JSX.Element {
  return <TabList {...props} look="tabs" tabLook="tab" />;
}

/** The sections at the left of a window; the up and down keys move. */
export function Sidebar(props: Props): JSX.Element {
  return <TabList {...props} look="sidebar" tabLook="list-row" vertical />;
}

/** Tabs or sections. With `onClose` Delete and the middle button close one, with `onRename` F2 and a double click rename it. */
export function TabList(
  { label, tabs, current, onPick, onClose, onRename, look, tabLook, ids = "tab", vertical = false }: Props & {
    onClose?: (id: string) => void;
    onRename?: (id: string) => void;
    /** The classes of the list, and of each tab. */
    look: string;
    tabLook: string;
    /** What the DOM ids of the tabs begin with. */
    ids?: string;
    vertical?: boolean;
  },
): JSX.Element {
  const [next, previous] = vertical ? ["ArrowDown", "ArrowUp"] : ["ArrowRight", "ArrowLeft"];
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === current);
    const by = event.key === next ? 1 : event.key === previous ? -1 : 0;
    const tab = tabs[(index + by + tabs.length) % tabs.length];
    if (event.key === "Delete" && onClose) {
      if (!isRepeat(event)) onClose(current);
    } else if (event.key === "F2" && onRename) onRename(current);
    else if (by !== 0 && tab && tab.id !== current) {
      onPick(tab.id, true);
      document.getElementById(`${ids}-${tab.id}`)?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <div
      class={look}
      role="tablist"
      aria-label={label}
      aria-orientation={vertical ? "vertical" : "horizontal"}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ id, label, icon, title, count = 0, tone }) => (
        <button
          key={id}
          id={`${ids}-${id}`}
          type="button"
          role="tab"
          class={tabLook}
          aria-selected={id === current}
          tabIndex={id === current ? 0 : -1}
          title={title}
          onClick={() => onPick(id, false)}
          onDblClick={() => onRename?.(id)}
          onAuxClick={(event) => event.button === 1 && onClose?.(id)}
        >
          {typeof icon === "string" ? <Icon name={icon} /> : icon}
          <span class="cut">{label}</span>
          {count > 0 && <Pill tone={tone}>{count}</Pill>}
        </button>
      ))}
    </div>
  );
}
