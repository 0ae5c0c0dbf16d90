import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { MenuButton } from "../../system/mod.ts";
import { type SourceLink, sourceLinks } from "./lines.ts";

/** Maximum positions offered. The first ones are the cause, later ones follow from it. */
const MAX_COUNT = 20;

/**
 * A menu of the positions in the sources that the output names, each listed
 * once, so that they can be opened by keys.
 */
export function SourceLinks(
  { texts, entry, onOpen }: {
    texts: readonly string[];
    entry: string;
    onOpen: (link: SourceLink) => void;
  },
): JSX.Element | null {
  const read = useRef({ lines: 0, links: new Map<string, SourceLink>() }).current;
  for (; read.lines < texts.length && read.links.size < MAX_COUNT; read.lines++) {
    const text = texts[read.lines]!;
    if (!text.includes(".go:")) continue;
    for (const link of sourceLinks(text, entry)) {
      const name = `${link.file}:${link.line}`;
      if (!read.links.has(name)) read.links.set(name, link);
    }
  }
  if (read.links.size === 0) return null;
  return (
    <MenuButton
      kind="bare"
      compact
      icon="file"
      label="Places in the source"
      items={[...read.links].map(([label, link]) => ({
        label,
        alone: `Open ${label}`,
        onPick: () => onOpen(link),
      }))}
    />
  );
}
