import { WayError } from "./way.ts";

/** Maximum open streams of all ways together. */
const MAX_COUNT = 50;

let taken = 0;

/** Counts a stream until the returned function is called. Throws a WayError when too many are open. */
export function takeSlot(): () => void {
  if (taken >= MAX_COUNT) throw new WayError("WAY_MANY", `${MAX_COUNT} connections go over ways already`);
  taken++;
  let given = false;
  return () => {
    if (!given) taken--;
    given = true;
  };
}
