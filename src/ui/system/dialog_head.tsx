import type { ComponentChildren, JSX } from "preact";
import { EnvPill } from "./feedback/pill.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** The head of a dialog: what it is about or who asks, as a picture, a title, a quiet line below it and an environment. */
export function DialogHead(
  { picture, title, look = "cut", env = null, children }: {
    /** A picture, or the name of the glyph that stands for one. */
    picture: JSX.Element | IconName;
    title: ComponentChildren;
    /** The class of the line below the title. */
    look?: string;
    env?: string | null;
    /** The line below the title. */
    children: ComponentChildren;
  },
): JSX.Element {
  return (
    <div class="who">
      {typeof picture !== "string" ? picture : (
        <span class="glyph large accent">
          <Icon name={picture} />
        </span>
      )}
      <div class="grow">
        <h1 class="words" id="who">{title}</h1>
        <div class={`quiet small ${look}`}>{children}</div>
      </div>
      <EnvPill env={env} />
    </div>
  );
}
