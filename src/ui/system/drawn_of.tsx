import { Component, type JSX } from "preact";

interface Part {
  /** What it is drawn from. */
  readonly of: readonly unknown[];
  readonly draw: () => JSX.Element | null;
}

/**
 * A part of a page that is drawn anew only when something of `of` is another. Elements must not be kept in `useMemo` for
 * this: Preact then keeps what was drawn before with each drawing.
 */
export class DrawnOf extends Component<Part> {
  override shouldComponentUpdate(next: Part): boolean {
    return next.of.length !== this.props.of.length || next.of.some((one, at) => one !== this.props.of[at]);
  }

  override render({ draw }: Part): JSX.Element | null {
    return draw();
  }
}
