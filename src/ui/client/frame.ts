/** A hidden page gets no frames: it goes on after this time, ms. */
const UNSEEN = 100;

/** Calls `draw` with the next frame; returns the function that calls it off. */
export function nextFrame(draw: () => void): () => void {
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const go = () => {
    cancel();
    draw();
  };
  const frame = requestAnimationFrame(go), timer = setTimeout(go, UNSEEN);
  return cancel;
}
