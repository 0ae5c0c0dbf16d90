import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  allHere,
  Chooser,
  commandsEverywhere,
  EmptyState,
  focusedElement,
  Icon,
  type IconName,
  isTab,
  Kbd,
  layersOver,
  letterOf,
  menuItems,
  Options,
  type PageCommand,
  pageCommands,
  useKeys,
  usePicking,
  withCommand,
} from "./system/mod.ts";
import { fit, haystack, marks, typedWords } from "../core/find/matcher.ts";
import { iconOfVerb } from "./here_icon.ts";
import { goToField, nearestSearchField } from "./system/find_key.ts";
import { Marked } from "./text/marked.tsx";

/** An entry of the Ctrl+K list: a command of the page, a button, or an item of a button's menu. */
interface Here {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: IconName;
  /** The command's shortcut, for example `Mod+E`. */
  readonly keys: string | undefined;
  /** Further words by which the entry is found. */
  readonly words: string;
  /** Whether it belongs to the current row of a list, or to the row with the focus. */
  readonly near: boolean;
  readonly press: () => void;
}

const SHOWN = 100;

/** Added to the score of an entry of a near row, because entries with equal matches differ by less than this. */
const NEAR = 1;

/**
 * The list that Ctrl+K (⌘K) opens: everything that can be done in this window, filtered by typing. Enter
 * presses the entry's button.
 */
export function ActionsHere(): JSX.Element | null {
  const [found, setFound] = useState<readonly Here[] | null>(null);
  /** The element that had the focus, and what contains it: the editor of a cell is removed when it loses the focus. */
  const before = useRef<readonly HTMLElement[]>([]);
  const close = () => {
    setFound(null);
    before.current.find((one) => one.isConnected)?.focus();
  };
  useKeys(
    (event) => {
      if (withCommand(event) && letterOf(event) === "k") {
        if (found) close();
        else {
          before.current = focusable(focusedElement());
          setFound(collect(before.current[0]));
        }
        return true;
      }
      if (event.key !== "Escape" || !found) return false;
      close();
      return true;
    },
    true,
    "always",
  );
  // Buttons may appear while the page loads, and a live list renders its buttons again.
  const open = found !== null;
  useEffect(() => {
    if (!open) return;
    const look = () => setFound((found) => found && same(found, collect(before.current[0])));
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ["disabled", "inert"],
    });
    // Include buttons that appeared since the list opened.
    look();
    return () => observer.disconnect();
  }, [open]);
  if (!found) return null;
  const press = ({ id }: Here) => {
    const now = collect(before.current[0]);
    const one = now.find((one) => one.id === id);
    if (!one) return setFound(now);
    // Restore the focus first, so that a dialog opened by the command restores it to the same element.
    close();
    one.press();
  };
  return <HereList here={found} onPick={press} onClose={close} />;
}

function HereList(
  { here, onPick, onClose }: { here: readonly Here[]; onPick: (one: Here) => void; onClose: () => void },
): JSX.Element {
  const [typed, setTyped] = useState("");
  const shown = useMemo(() => {
    const words = typedWords(typed);
    const hits = here.flatMap((one) => {
      const hay = haystack(one.label, one.words);
      const score = fit(words, hay);
      return score === null ? [] : [{
        one,
        score: score + (one.near ? NEAR : 0),
        matches: marks(words, hay),
      }];
    });
    return (typed === "" ? hits : hits.sort((a, b) => b.score - a.score)).slice(0, SHOWN);
  }, [here, typed]);
  // Entries are added and removed meanwhile; Enter must press the one that the user saw.
  const picking = usePicking(allHere(shown), { keyOf: ({ one }) => one.id, question: typed, typed: true });
  const { at: active } = picking;
  return (
    <Chooser
      id="here"
      label="What can be done here"
      typed={typed}
      picking={picking}
      input={(input) => input?.focus()}
      onType={setTyped}
      onKey={(event) => {
        const chosen = event.key === "Enter" ? shown[active]?.one : undefined;
        if (chosen) onPick(chosen);
        return chosen !== undefined || isTab(event);
      }}
      onLeave={onClose}
    >
      {shown.length === 0
        ? (
          <EmptyState
            small
            title={typed === "" ? "There is nothing to do here now" : `Nothing here fits “${typed}”`}
          />
        )
        : (
          <Options
            id="here"
            label="What can be done here"
            items={shown}
            active={active}
            itemKey={({ one }) => one.id}
            onPick={({ one }) => onPick(one)}
            onPoint={picking.pick}
            render={({ one, matches }) => (
              <>
                <Icon name={one.icon} />
                <span class="cut name">
                  <Marked text={one.label} matches={matches} />
                </span>
                <span class="quiet small cut grow">{one.detail}</span>
                {one.keys && <Kbd keys={one.keys} />}
              </>
            )}
          />
        )}
    </Chooser>
  );
}

/**
 * Returns what can be done in the topmost layer, or else in the window: first the page's commands, then its
 * other buttons and the items of its menus. Each entry names the list that contains it. Of the buttons, those of
 * the current row and of the row with the `focus` come first.
 */
function collect(focus: HTMLElement | undefined): Here[] {
  const seen = new Set<string>();
  const here: Here[] = [], near: Here[] = [];
  const root = layersOver().findLast((layer) => !layer.querySelector(".here")) ?? document;
  const labels = new Set<string>(), keys = new Set<string>();
  const command = ({ label, alone = label, icon, shortcut, words = "", onPick }: PageCommand) => {
    const name = withoutDots(alone);
    labels.add(name);
    if (shortcut) keys.add(shortcut);
    here.push({
      ...{ id: name, label: name, detail: "", keys: shortcut, words, near: false, press: onPick },
      icon: icon ?? iconOfVerb(name),
    });
  };
  if (root === document) pageCommands().forEach(command);
  // The editor, in a shadow root, finds in its own text; the field of a chooser has the focus already.
  const field = focus?.getRootNode() instanceof ShadowRoot
    ? undefined
    : nearestSearchField(root, focus ?? null);
  const label = field?.ariaLabel ?? "", find = "Mod+F";
  if (field && !field.closest(".chooser") && !keys.has(find) && !labels.has(label)) {
    command({ label, shortcut: find, onPick: () => goToField(field) });
  }
  const before = here.length;
  for (const button of root.querySelectorAll<HTMLElement>("button:not(:disabled), a[href]")) {
    if (button.closest("[inert], .toasts, .here") || button.getAttribute("aria-disabled") === "true") {
      continue;
    }
    // In a tree only the buttons of the selected row are offered.
    if (button.closest("[role=treeitem][aria-selected=false]")) continue;
    // The current tab and the current row need no entry.
    if (button.role === "tab" && button.ariaSelected === "true") continue;
    if (button.matches("[data-row][aria-current=true] > .row-main")) continue;
    const label = nameOf(button);
    const around = button.closest("section[aria-label], [role=list][aria-label], [role=tablist][aria-label]")
      ?.getAttribute("aria-label") ?? "";
    const row = rowOf(button);
    const isNear = inNearRow(button, focus);
    const of = row === undefined || label.includes(row) ? around : row;
    // A text of its own already tells what the next press does.
    const pressed = button.dataset.alone === undefined ? button.ariaPressed : null;
    const detail = pressed === null ? of : pressed === "true" ? "on" : "off";
    const add = (label: string, of: Pick<Here, "keys" | "press"> & { readonly icon: string | undefined }) => {
      const id = `${label}\n${detail}`;
      const known = labels.has(label) || (of.keys !== undefined && keys.has(of.keys));
      if (label === "" || known || seen.has(id)) return;
      seen.add(id);
      (isNear ? near : here).push({
        ...{ id, label, detail, words: "", near: isNear, ...of },
        icon: of.icon as IconName ?? iconOfVerb(label),
      });
    };
    // The items of an open menu are already listed through its button.
    if (button.closest("[role=menu]")) continue;
    const items = menuItems(button);
    if (!items) {
      // Every row of a list has the same keys, and they act on the near row.
      const keys = isNear || !button.closest("[data-row]") ? button.dataset.keys : undefined;
      add(label, { icon: button.dataset.icon, keys, press: () => button.click() });
    }
    for (const { label, alone = label, icon, shortcut, disabled, onPick } of items ?? []) {
      if (!disabled) add(withoutDots(alone), { icon, keys: shortcut, press: onPick });
    }
  }
  if (root === document) commandsEverywhere().forEach(command);
  return [...here.slice(0, before), ...near, ...here.slice(before)];
}

/** Returns what a button does, in words that begin with a verb. */
function nameOf(button: HTMLElement): string {
  const { alone, verb = button.role === "tab" ? "Show" : undefined } = button.dataset;
  if (alone !== undefined) return withoutDots(alone.trim());
  // A row is listed by its name, because the texts beside the name change and would
  // change the entry while the user reads it.
  const named = button.querySelector<HTMLElement>(".row-main .name, [role=tab] > .cut");
  const words = (button.getAttribute("aria-label") ?? wordsOf(named ?? button)).trim();
  return verb !== undefined && words !== "" ? `${verb} ${words}` : withoutDots(words);
}

/** Returns whether the button is in the current row of a list, or in the row with the focus. */
function inNearRow(button: HTMLElement, focus: HTMLElement | undefined): boolean {
  const row = button.closest("[data-row]");
  return row?.ariaCurrent === "true" || focus !== undefined && row?.contains(focus) === true;
}

/** Returns the name of the row that a tool button belongs to, because every row of a list has the same tools. */
function rowOf(button: HTMLElement): string | undefined {
  const row = button.closest(".tools")?.closest("[data-row]")?.querySelector<HTMLElement>(".row-main");
  const name = row?.querySelector<HTMLElement>(".name") ?? row;
  return name ? wordsOf(name) : undefined;
}

/** Returns the element and its ancestors that can have the focus, from the inside out. */
function focusable(element: HTMLElement | null): HTMLElement[] {
  const found: HTMLElement[] = element ? [element] : [];
  for (let one = element?.parentElement; one; one = one.parentElement) {
    if (one.hasAttribute("tabindex")) found.push(one);
  }
  return found;
}

const withoutDots = (label: string) => label.replace(/…$/, "");

/** Returns `before` when it has the same entries as `now`, so that nothing is rendered again. */
function same(before: readonly Here[], now: readonly Here[]): readonly Here[] {
  return now.length === before.length && now.every(({ id }, at) => id === before[at]!.id) ? before : now;
}

/** Returns the text of a button without the parts hidden from screen readers, such as its shortcut. */
function wordsOf(button: HTMLElement): string {
  const parts = [...button.childNodes].map((part) =>
    !(part instanceof HTMLElement)
      ? part.textContent ?? ""
      : part.getAttribute("aria-hidden") === "true"
      ? ""
      : wordsOf(part)
  );
  return parts.map((part) => part.trim()).filter((part) => part !== "").join(" ").replace(/\s+/g, " ");
}
