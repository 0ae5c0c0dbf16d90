// Parameters and results of the callbacks that GTK, GLib and WebKit call.
export const READABLE = { parameters: ["i32", "i32", "pointer"], result: "i32" } as const;
export const OBJECT_AND_DATA = { parameters: ["pointer", "pointer"], result: "i32" } as const;
export const NOTIFIED = { parameters: ["pointer", "pointer", "pointer"], result: "void" } as const;
export const WITH_NUMBER = { parameters: ["pointer", "i32", "pointer"], result: "void" } as const;
export const POLICY = { parameters: ["pointer", "pointer", "i32", "pointer"], result: "i32" } as const;
export const MENU = { parameters: ["pointer", "pointer", "pointer", "pointer"], result: "i32" } as const;
export const TIMEOUT = { parameters: ["pointer"], result: "i32" } as const;
