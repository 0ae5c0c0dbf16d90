/** Event with which a window tells its page whether files are dragged over it (`detail`). */
export const HELD_EVENT = "kedge:held";
