/**
 * What the system says about starting Kedge at login. `switched-off`: the user has done so in the
 * system's own settings, which Kedge leaves as it is. `other`: it starts another Kedge.
 */
export type LoginState = "on" | "off" | "other" | "switched-off";

/** Starting at login, on one system. Both may throw the system's error. */
export interface LoginItem {
  /** Read anew each time: users and other programs change it as well. */
  state(): Promise<LoginState>;
  /** Makes the system start Kedge at login, or not. */
  set(on: boolean): Promise<void>;
}
