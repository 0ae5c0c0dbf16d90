/**
 * Whether the system starts Kedge at login. `switched-off`: the user switched it off in the system's own
 * settings, which Kedge does not change. `other`: the item starts another Kedge.
 */
export type LoginState = "on" | "off" | "other" | "switched-off";

/** The login item of one system. Both functions may throw the system's error. */
export interface LoginItem {
  /** Reads the current state, because the user and other programs change it too. */
  state(): Promise<LoginState>;
  /** Makes the system start Kedge at login, or stops that. */
  set(on: boolean): Promise<void>;
}
