import { layersOver, useKeys } from "./document_keys.ts";
import { letterOf, withCommand } from "./keys.ts";

/**
 * Returns the search field that Ctrl+F leads to: of the visible ones inside `root` the one that is nearest to
 * `from`; undefined when there is none.
 */
export function nearestSearchField(root: ParentNode, from: Element | null): HTMLInputElement | undefined {
  const fields = [...root.querySelectorAll<HTMLInputElement>("input[type=search]:not(:disabled)")]
    .filter((one) => !one.closest("[inert], .here") && one.checkVisibility({ visibilityProperty: true }));
  for (let around = from; around; around = around.parentElement) {
    const near = fields.find((field) => around.contains(field));
    if (near) return near;
  }
  return fields[0];
}

/** Focuses a search field and selects its text, because the user types another one. */
export function goToField(field: HTMLInputElement): void {
  field.focus();
  field.select();
}

/** Lets Ctrl+F lead to the nearest search field of the topmost layer, unless something else takes the key. */
export function useFindKey(): void {
  useKeys(
    (event) => {
      if (!withCommand(event) || letterOf(event) !== "f") return false;
      const field = nearestSearchField(layersOver().at(-1) ?? document, document.activeElement);
      if (field) goToField(field);
      return field !== undefined;
    },
    false,
    "always",
  );
}
