import { WayError } from "./way.ts";

/** Streams over all ways together. */
const MOST = 50;

let taken = 0;

/** Counts a stream until the given function is called. Throws a WayError when there are too many. */
export function takeSlot(): () => void {
  if (taken >= MOST) throw new WayError("WAY_MANY", `${MOST} connections go over ways already`);
  taken++;
  let given = false;
  return () => {
    if (!given) taken--;
    given = true;
  };
}
