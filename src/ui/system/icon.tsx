import type { JSX } from "preact";
import { useState } from "preact/hooks";

const paths = {
  anchor: "M8 5.5v9M3 9.5c0 2.8 2.2 5 5 5s5-2.2 5-5M5.5 7.5h5M8 5.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  star: "m8 2 1.8 3.8 4.2.6-3 2.9.7 4.2L8 11.5l-3.7 2 .7-4.2-3-2.9 4.2-.6L8 2Z",
  play: "M5 3.2v9.6l7.6-4.8L5 3.2Z",
  stop: "M4 4h8v8H4z",
  filter: "M2 3h12L9.5 8.5v4.5l-3-1.5v-3L2 3Z",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14",
  check: "m3 8.5 3.2 3.2L13 4.8",
  cross: "m4 4 8 8M12 4l-8 8",
  caution: "M8 2 1.8 13.2h12.4L8 2ZM8 6.5v3M8 11.5v.01",
  error: "M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4",
  info: "M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM8 7.3v3.5M8 5v.01",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  right: "m6 3.5 4.5 4.5L6 12.5",
  down: "m3.5 6 4.5 4.5L12.5 6",
  up: "M3.5 10 8 5.5l4.5 4.5",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  eyeOff:
    "M2.5 2.5l11 11M6.5 3.7C7 3.6 7.5 3.5 8 3.5c4 0 6.5 4.5 6.5 4.5a12 12 0 0 1-2 2.5M10 12.2a6 6 0 0 1-2 .3C4 12.5 1.5 8 1.5 8a12 12 0 0 1 2.7-3.1",
  file: "M4 1.8h5l3.2 3.2v9.2H4zM8.8 1.8V5.2h3.4",
  code: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  image: "M2 3h12v10H2zM2 11l3.5-3.5L9 11l2-2 3 3M10.5 6.2v.01",
  folder: "M1.8 12.8v-9.6h4.4l1.6 1.8h6.4v7.8z",
  save: "M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11",
  globe:
    "M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM1.8 8h12.4M8 1.8c2 2 2.8 4 2.8 6.2S10 12.2 8 14.2C6 12.2 5.2 10.2 5.2 8S6 3.8 8 1.8Z",
  print: "M4.5 5.5v-3.5h7v3.5M4.5 11.5H2.5v-6h11v6h-2M4.5 9.5h7v4.5h-7z",
  key: "M10.5 9a3.5 3.5 0 1 0-3.3-2.3L2 12v2h2.5v-1.5H6V11l1.3-1.3M11.3 5v.01",
  server:
    "M2.5 4c0-1.1 2.5-2 5.5-2s5.5.9 5.5 2-2.5 2-5.5 2-5.5-.9-5.5-2ZM2.5 4v8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2V4M2.5 8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2",
  table: "M2 3h12v10H2zM2 6.5h12M6.5 6.5V13",
  account: "M4.5 13h7a3 3 0 0 0 .6-5.9A4.2 4.2 0 0 0 4 6.6 3.2 3.2 0 0 0 4.5 13Z",
  extension: "M6 3.2a1.6 1.6 0 0 1 3.2 0v.8h3.3v3.3h-.8a1.6 1.6 0 0 0 0 3.2h.8v3H2.8V4H6z",
  gear:
    "M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4",
  console: "M1.8 2.8h12.4v10.4H1.8zM4.5 6l2 2-2 2M8.5 10.2h3",
  wrap: "M2 4h12M2 8h9.5a2 2 0 0 1 0 4H8M9.5 10.5 8 12l1.5 1.5M2 12h3",
  clock: "M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM8 4.5V8l2.5 1.5",
  again: "M13.2 6.5A5.5 5.5 0 1 0 13.5 9M13.5 3v3.5H10",
  trash: "M2.5 4.2h11M6 4.2V2.5h4v1.7M4 4.2l.6 9.3h6.8l.6-9.3M6.7 7v4M9.3 7v4",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  out: "M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9.5v4h-9v-9h4",
  end: "M8 2v8.5M4.5 7 8 10.5 11.5 7M3 14h10",
  unlock: "M3.5 7.2h9v6.3h-9zM5.3 7.2V4.6a2.7 2.7 0 0 1 5.2-1",
  lock: "M3.5 7.2h9v6.3h-9zM5.3 7.2V5a2.7 2.7 0 0 1 5.4 0v2.2",
  more: "M3.5 8v.01M8 8v.01M12.5 8v.01",
  shield: "M8 1.8 13 3.6v4c0 3.2-2 5.3-5 6.6-3-1.3-5-3.4-5-6.6v-4z",
} as const;

/** The names of the glyphs. */
export type IconName = keyof typeof paths;

const filled: ReadonlySet<IconName> = new Set(["play", "stop"]);
const thick: ReadonlySet<IconName> = new Set(["more"]);

/**
 * A 16 px glyph in the colour of the surrounding text. It is decoration, so its meaning must also be given in
 * words.
 */
export function Icon({ name, class: more = "" }: { name: IconName; class?: string }): JSX.Element {
  return (
    <svg class={`icon ${more}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        class={filled.has(name) ? "solid" : undefined}
        stroke-width={thick.has(name) ? 2.4 : undefined}
      />
    </svg>
  );
}

/**
 * The picture of an extension or action; the glyph `fallback` where there is no picture or the picture does
 * not load.
 */
export function Picture(
  { address, fallback, large = false }: { address: string | undefined; fallback: IconName; large?: boolean },
): JSX.Element {
  const extra = large ? " large" : "";
  // The address of a picture that did not load because it is broken or was removed with its extension.
  const [broken, setBroken] = useState<string>();
  if (address === undefined || address === broken) {
    return (
      <span class={`glyph${extra}`}>
        <Icon name={fallback} />
      </span>
    );
  }
  return (
    <img
      class={`picture${extra}`}
      src={address}
      alt=""
      decoding="async"
      onError={() => setBroken(address)}
    />
  );
}
