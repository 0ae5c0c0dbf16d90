/**
 * Returns a handler that closes an overlay when the pointer is pressed outside its sheet. A text selection
 * that starts inside and ends outside does not close the overlay, because only the press counts.
 */
export function pressedBeside(leave: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.button !== 0 || event.target !== event.currentTarget) return;
    // Keeps the browser from moving the focus to the element below, because the overlay restores the focus
    // when it closes.
    event.preventDefault();
    leave();
  };
}
