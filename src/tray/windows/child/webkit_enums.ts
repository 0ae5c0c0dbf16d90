/** WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION; smaller values are navigations, greater ones responses. */
export const NEW_WINDOW = 1;
/** WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER: acceleration costs 100 MB and does not help forms and lists. */
export const NO_ACCELERATION = 1;
/** WEBKIT_NAVIGATION_TYPE_BACK_FORWARD */
export const BACK_FORWARD = 2;
