import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  allHere,
  Chooser,
  EmptyState,
  focusedElement,
  Icon,
  type IconName,
  isTab,
  Kbd,
  layersOver,
  letterOf,
  type MenuItem,
  menuItems,
  Options,
  useKeys,
  usePicking,
  withCommand,
} from "./system/mod.ts";
import { fit, haystack, marks, typedWords } from "../core/find/matcher.ts";
import { iconOfVerb } from "./here_icon.ts";
import { Marked } from "./text/marked.tsx";

/** Something that can be done in the window as it is: one of its buttons, or a line of the menu that one of them opens. */
interface Here {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: IconName;
  /** Its own keys, for example `Mod+E`. */
  readonly keys: string | undefined;
  readonly button: HTMLElement;
  readonly item?: MenuItem;
}

const SHOWN = 100;

/** Ctrl+K (⌘K): everything that can be done in this window, found by typing. Enter presses the button. */
export function ActionsHere(): JSX.Element | null {
  const [found, setFound] = useState<readonly Here[] | null>(null);
  const before = useRef<HTMLElement | null>(null);
  const close = () => {
    setFound(null);
    before.current?.focus();
  };
  useKeys(
    (event) => {
      if (withCommand(event) && letterOf(event) === "k") {
        if (found) close();
        else {
          before.current = focusedElement();
          setFound(collect());
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
  // Buttons may appear while the page loads, and a live list draws them anew.
  const open = found !== null;
  useEffect(() => {
    if (!open) return;
    const look = () => setFound((before) => before && same(before, collect()));
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ["disabled", "inert"],
    });
    // Look at buttons that came since it opened.
    look();
    return () => observer.disconnect();
  }, [open]);
  if (!found) return null;
  const press = ({ id }: Here) => {
    const now = collect();
    const one = now.find((one) => one.id === id);
    if (!one) return setFound(now);
    close();
    one.button.focus();
    if (one.item) one.item.onPick();
    else one.button.click();
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
      const hay = haystack(one.label);
      const score = fit(words, hay);
      return score === null ? [] : [{ one, score, places: marks(words, hay) }];
    });
    return (typed === "" ? hits : hits.sort((a, b) => b.score - a.score)).slice(0, SHOWN);
  }, [here, typed]);
  // Buttons come and go while one chooses: Enter is for the one that was seen.
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
      {shown.length === 0 ? <EmptyState small title={`Nothing here fits “${typed}”`} /> : (
        <Options
          id="here"
          label="What can be done here"
          items={shown}
          active={active}
          itemKey={({ one }) => one.id}
          onPick={({ one }) => onPick(one)}
          onPoint={picking.pick}
          render={({ one, places }) => (
            <>
              <Icon name={one.icon} />
              <span class="cut name">
                <Marked text={one.label} places={places} />
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
 * What can be done now in what lies over the window, or in the window: its buttons, and behind those that open a menu its
 * lines, each with the list it stands in.
 */
function collect(): Here[] {
  const seen = new Set<string>();
  const here: Here[] = [];
  const root = layersOver().findLast((layer) => !layer.querySelector(".here")) ?? document;
  for (const button of root.querySelectorAll<HTMLElement>("button:not(:disabled), a[href]")) {
    if (button.closest("[inert], .toasts, .here") || button.getAttribute("aria-disabled") === "true") {
      continue;
    }
    const words = (button.getAttribute("aria-label") ?? wordsOf(button)).trim();
    const isTab = button.role === "tab";
    // What is shown already needs no way to it.
    if (isTab && button.ariaSelected === "true") continue;
    const label = isTab && words !== "" ? `Show ${words}` : words;
    const around = button.closest("section[aria-label], [role=list][aria-label], [role=tablist][aria-label]")
      ?.getAttribute("aria-label") ?? "";
    const detail = button.ariaPressed === null ? around : button.ariaPressed === "true" ? "on" : "off";
    const add = (label: string, of: Pick<Here, "keys" | "item"> & { readonly icon: string | undefined }) => {
      const id = `${label}\n${detail}`;
      if (label === "" || seen.has(id)) return;
      seen.add(id);
      here.push({ id, label, detail, button, ...of, icon: of.icon as IconName ?? iconOfVerb(label) });
    };
    // The lines of a menu that is open are there by its button.
    if (button.closest("[role=menu]")) continue;
    const items = menuItems(button);
    if (!items) add(label, { icon: button.dataset.icon, keys: button.dataset.keys });
    for (const item of items ?? []) {
      if (!item.disabled) add(item.label.replace(/…$/, ""), { icon: item.icon, keys: item.shortcut, item });
    }
  }
  return here;
}

/** `now`, or `before` when it offers the same. */
function same(before: readonly Here[], now: readonly Here[]): readonly Here[] {
  return now.length === before.length && now.every(({ id }, at) => id === before[at]!.id) ? before : now;
}

/** The words of a button without what is only seen, such as its keys. */
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
