/** Event with which a window tells its page whether files are dragged over it (`detail`). */
export const DRAG_EVENT = "kedge:drag";
