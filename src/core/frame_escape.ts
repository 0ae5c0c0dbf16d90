/** The event by which a window tells its page that Esc was pressed, wherever: a frame without scripts keeps its keys. */
export const ESCAPE_EVENT = "kedge:escape";
