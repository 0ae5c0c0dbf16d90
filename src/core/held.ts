/** The event by which a window tells its page that files are held over it (`detail`: true), or no more. */
export const HELD_EVENT = "kedge:held";
