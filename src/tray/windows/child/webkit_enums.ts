/** WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION; below it is a navigation, above it a response. */
export const NEW_WINDOW = 1;
/** WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER: forms and lists gain nothing by it, and it costs 100 MB. */
export const NO_ACCELERATION = 1;
/** WEBKIT_NAVIGATION_TYPE_BACK_FORWARD */
export const BACK_FORWARD = 2;
