/**
 * Leaves what lies over the window when the pointer is pressed beside it. A text that is selected from inside to beyond the
 * edge leaves nothing.
 */
export function pressedBeside(leave: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.button !== 0 || event.target !== event.currentTarget) return;
    // The focus goes back to where it was, not to what lies below.
    event.preventDefault();
    leave();
  };
}
