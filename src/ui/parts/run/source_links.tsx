import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { MenuButton } from "../../system/mod.ts";
import { type SourceLink, sourceLinks } from "./lines.ts";

/** So many places are offered: the first are what went wrong, later ones follow from it. */
const MOST = 20;

/** The places in the sources that the output names, each once, to be opened without a mouse. */
export function SourceLinks(
  { texts, entry, onOpen }: {
    texts: readonly string[];
    entry: string;
    onOpen: (place: SourceLink) => void;
  },
): JSX.Element | null {
  const read = useRef({ lines: 0, places: new Map<string, SourceLink>() }).current;
  for (; read.lines < texts.length && read.places.size < MOST; read.lines++) {
    const text = texts[read.lines]!;
    if (!text.includes(".go:")) continue;
    for (const place of sourceLinks(text, entry)) {
      const name = `${place.file}:${place.line}`;
      if (!read.places.has(name)) read.places.set(name, place);
    }
  }
  if (read.places.size === 0) return null;
  return (
    <MenuButton
      kind="bare"
      compact
      icon="file"
      label="Places in the source"
      items={[...read.places].map(([label, place]) => ({ label, onPick: () => onOpen(place) }))}
    />
  );
}
