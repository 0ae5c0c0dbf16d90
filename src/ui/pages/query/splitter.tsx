import type { JSX } from "preact";

/** The line between the editor and the rows. The pointer or arrow keys move it. */
export function Splitter(
  { share, onShare }: { share: number; onShare: (share: number) => void },
): JSX.Element {
  const set = (next: number) => onShare(Math.max(0.1, Math.min(0.9, next)));
  return (
    <div
      class="splitter"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Editor and rows"
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={10}
      aria-valuemax={90}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === "ArrowUp") set(share - 0.05);
        else if (event.key === "ArrowDown") set(share + 0.05);
        else return;
        event.preventDefault();
      }}
      onPointerDown={(event) => {
        const bar = event.currentTarget;
        const box = bar.parentElement!.getBoundingClientRect();
        bar.setPointerCapture(event.pointerId);
        bar.onpointermove = ({ clientY }) => set((clientY - box.top) / box.height);
        bar.onpointerup = () => {
          bar.onpointermove = null;
          bar.onpointerup = null;
        };
      }}
    />
  );
}
