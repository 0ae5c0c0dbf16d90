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
import { Marked } from "./text/marked.tsx";

/** Something that can be done in the window as it is: a command of its page, or one of its buttons or lines of their menus. */
interface Here {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: IconName;
  /** Its own keys, for example `Mod+E`. */
  readonly keys: string | undefined;
  /** What else it is found by. */
  readonly words: string;
  readonly press: () => void;
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
    // What it opens gives the focus back to where it was.
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
      return score === null ? [] : [{ one, score, matches: marks(words, hay) }];
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
 * What can be done now in what lies over the window, or in the window: the commands of its page, then what only its buttons
 * do, and behind those that open a menu its lines, each with the list it stands in.
 */
function collect(): Here[] {
  const seen = new Set<string>();
  const here: Here[] = [];
  const root = layersOver().findLast((layer) => !layer.querySelector(".here")) ?? document;
  const labels = new Set<string>(), keys = new Set<string>();
  const command = ({ label, icon, shortcut, words = "", onPick }: PageCommand) => {
    const name = withoutDots(label);
    labels.add(name);
    if (shortcut) keys.add(shortcut);
    here.push({
      ...{ id: name, label: name, detail: "", keys: shortcut, words, press: onPick },
      icon: icon ?? iconOfVerb(name),
    });
  };
  if (root === document) pageCommands().forEach(command);
  for (const button of root.querySelectorAll<HTMLElement>("button:not(:disabled), a[href]")) {
    if (button.closest("[inert], .toasts, .here") || button.getAttribute("aria-disabled") === "true") {
      continue;
    }
    // Of the rows of a tree the selected one is meant.
    if (button.closest("[role=treeitem][aria-selected=false]")) continue;
    // A row is called by its name: what stands beside it changes, and would change the line under the hand.
    const named = button.matches(".row-main") ? button.querySelector<HTMLElement>(".name") ?? button : button;
    const words = (button.getAttribute("aria-label") ?? wordsOf(named)).trim();
    const isTab = button.role === "tab";
    // What is shown already needs no way to it.
    if (isTab && button.ariaSelected === "true") continue;
    const label = isTab && words !== "" ? `Show ${words}` : words;
    const around = button.closest("section[aria-label], [role=list][aria-label], [role=tablist][aria-label]")
      ?.getAttribute("aria-label") ?? "";
    const of = rowOf(button) ?? around;
    const detail = button.ariaPressed === null ? of : button.ariaPressed === "true" ? "on" : "off";
    const add = (label: string, of: Pick<Here, "keys" | "press"> & { readonly icon: string | undefined }) => {
      const id = `${label}\n${detail}`;
      const known = labels.has(label) || (of.keys !== undefined && keys.has(of.keys));
      if (label === "" || known || seen.has(id)) return;
      seen.add(id);
      here.push({ id, label, detail, words: "", ...of, icon: of.icon as IconName ?? iconOfVerb(label) });
    };
    // The lines of a menu that is open are there by its button.
    if (button.closest("[role=menu]")) continue;
    const items = menuItems(button);
    if (!items) {
      add(withoutDots(label), {
        icon: button.dataset.icon,
        keys: button.dataset.keys,
        press: () => button.click(),
      });
    }
    for (const { label, alone = label, icon, shortcut, disabled, onPick } of items ?? []) {
      if (!disabled) add(withoutDots(alone), { icon, keys: shortcut, press: onPick });
    }
  }
  if (root === document) commandsEverywhere().forEach(command);
  return here;
}

/** The name of the row whose tool a button is: each row of a list has the same ones. */
function rowOf(button: HTMLElement): string | undefined {
  const row = button.closest(".tools")?.closest("[data-row]");
  const name = row?.querySelector<HTMLElement>(".row-main .name, .row-main .cut, .row-main");
  return name ? wordsOf(name) : undefined;
}

const withoutDots = (label: string) => label.replace(/…$/, "");

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
