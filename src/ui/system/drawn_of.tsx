import { Component, type JSX } from "preact";

interface Part {
  /** Values that the part is drawn from. */
  readonly of: readonly unknown[];
  readonly draw: () => JSX.Element | null;
}

/**
 * A part of a page that renders again only when an entry of `of` changes. `useMemo` cannot hold elements for this:
 * Preact then keeps the old tree with each render.
 */
export class DrawnOf extends Component<Part> {
  override shouldComponentUpdate(next: Part): boolean {
    return next.of.length !== this.props.of.length || next.of.some((one, at) => one !== this.props.of[at]);
  }

  override render({ draw }: Part): JSX.Element | null {
    return draw();
  }
}
