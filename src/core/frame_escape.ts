/**
 * Event with which a window tells its page that Esc was pressed anywhere in it, because a frame without
 * scripts does not pass on its keys.
 */
export const ESCAPE_EVENT = "kedge:escape";
