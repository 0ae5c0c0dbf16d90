import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "../icon.tsx";
import { Pill } from "../feedback/pill.tsx";

/** One tab, or one section of a sidebar. */
interface Tab {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly icon?: IconName;
  /** A count beside the label, for example of problems. */
  readonly count?: number;
  readonly tone?: "danger" | "caution";
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  readonly onPick: (id: string) => void;
}

/** Tabs in a row; the left and right keys move. The owner's panel below has `role="tabpanel"`. */
export function Tabs(props: Props): JSX.Element {
  return <TabList {...props} className="tabs" rowClass="tab" orientation="horizontal" />;
}

/** The sections at the left of a window; the up and down keys move. */
export function Sidebar(props: Props): JSX.Element {
  return <TabList {...props} className="sidebar" rowClass="list-row" orientation="vertical" />;
}

function TabList(
  { label, tabs, current, onPick, className, rowClass, orientation }: Props & {
    className: string;
    rowClass: string;
    orientation: "horizontal" | "vertical";
  },
): JSX.Element {
  const [next, previous] = orientation === "vertical"
    ? ["ArrowDown", "ArrowUp"]
    : ["ArrowRight", "ArrowLeft"];
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === current);
    const by = event.key === next ? 1 : event.key === previous ? -1 : 0;
    const tab = by === 0 ? undefined : tabs[(index + by + tabs.length) % tabs.length];
    if (!tab) return;
    event.preventDefault();
    onPick(tab.id);
    const list = event.currentTarget;
    if (list instanceof HTMLElement) list.querySelector<HTMLElement>(`#tab-${CSS.escape(tab.id)}`)?.focus();
  };
  return (
    <div
      class={className}
      role="tablist"
      aria-label={label}
      aria-orientation={orientation}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`tab-${tab.id}`}
          type="button"
          role="tab"
          class={rowClass}
          aria-selected={tab.id === current}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => onPick(tab.id)}
        >
          {tab.icon && <Icon name={tab.icon} />}
          <span class="cut">{tab.label}</span>
          {tab.count !== undefined && tab.count > 0 && <Pill tone={tab.tone}>{tab.count}</Pill>}
        </button>
      ))}
    </div>
  );
}
