// Keys that are commands of a page: never while a form control has the focus.

const CONTROLS = [
  "input:not([type=button]):not([type=submit]):not([type=reset]):not([type=image])",
  "select",
  "textarea",
  "[contenteditable]:not([contenteditable=false])",
  "[role=textbox]",
  "[role=combobox]",
  "[role=listbox]",
  "[role=slider]",
  "[role=spinbutton]",
].join(", ");
const BUTTONS = "button, input, a[href], summary, [role=button]";

/** Whether a form control has the focus, which uses letters and arrows itself. */
export function isInControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

/**
 * The key of a command, in lower case whatever Caps Lock says; empty where the key is for the control
 * or the button that has the focus, or for the browser.
 */
export function readKey(event: KeyboardEvent): string {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return "";
  const target = event.target;
  if (isInControl(target)) return "";
  const isPress = event.key === " " || event.key === "Enter";
  if (isPress && target instanceof Element && target.closest(BUTTONS) !== null) return "";
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
