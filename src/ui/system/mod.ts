/**
 * The design system: what every window is made of. Sizes and colours stand in `tokens.css`, looks in the
 * style sheets beside it; components carry classes, never inline styles, because pages run under a strict
 * content security policy.
 *
 * How a page is built: `.window` holds `.bar` (top, foot) and one scrolling part; a question is a
 * `DialogFrame`; rows with controls are `List`/`Row`/`Section`, a list that is picked from while typing is
 * `Options`; every list has its four states by `Skeleton`, `EmptyState`, `ErrorState` and itself. A form
 * field of any kind is `Field` with an `InputField` (`inputField({key, label, kind})`) and a text value.
 * The focus starts at the first `[data-focus]` (`autoFocus` on fields and buttons).
 */
export { Button, type ButtonProps } from "./button.tsx";
export { copyText, useCopy } from "./clipboard.ts";
export { CodeView, type Pointer } from "./code_view.tsx";
export { CopyButton } from "./copy_button.tsx";
export { DiagnosticList } from "./diagnostics.tsx";
export { useKeys } from "./document_keys.ts";
export { DiffView } from "./diff_view.tsx";
export { Field, type FieldProps, inputField } from "./field.tsx";
export { openFind } from "./find.tsx";
export { DialogFrame, focusStart } from "./frame.tsx";
export { Icon, type IconName, Picture } from "./icon.tsx";
export { Kbd } from "./kbd.tsx";
export { isTyping, keyNames, keyText, mac, plain, withCommand } from "./keys.ts";
export { List, movedIndex, optionId, Options, Row, Section } from "./list.tsx";
export { MenuButton, type MenuItem } from "./menu.tsx";
export { Notice } from "./notice.tsx";
export { EnvPill, Pill } from "./pill.tsx";
export { ProgressBar } from "./progress.tsx";
export { SearchField } from "./search_field.tsx";
export { EmptyState, ErrorState, Skeleton } from "./states.tsx";
export { Sidebar, type Tab, Tabs } from "./tabs.tsx";
export { Toasts } from "./toast.tsx";
