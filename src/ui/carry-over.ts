import type { Carry } from "./standing-html.ts";

/** The state of a control: its value, or whether it is ticked. */
export type Typed = string | boolean;

const TOUCHABLE = "input, select, textarea, button, a, summary, details";

/**
 * Copies what a visitor typed, ticked, chose and opened in the server's HTML to the elements that React has made in its place;
 * returns a function from an old element to its new one. Elements are matched by id, name or text, and by order.
 */
export const carryOver: Carry = (from, to) => {
  const targets = new Map(named([to]).map(({ element, name }) => [name, element]));
  const pairs = new Map<Element, HTMLElement>();
  for (const { element, name } of named(from)) {
    const now = targets.get(name);
    if (!now) continue;
    pairs.set(element, now);
    copyState(element, now);
  }
  return (old) => pairs.get(old) ?? null;
};

function named(roots: readonly Element[]): { element: HTMLElement; name: string }[] {
  const counts = new Map<string, number>();
  return roots
    .flatMap((root) => [...(root.matches(TOUCHABLE) ? [root] : []), ...root.querySelectorAll(TOUCHABLE)])
    .map((element) => {
      const name = nameOf(element);
      const number = (counts.get(name) ?? 0) + 1;
      counts.set(name, number);
      return { element: element as HTMLElement, name: `${name} ${number}` };
    });
}

function nameOf(element: Element): string {
  if (element.id) return `#${element.id}`;
  const control = element.getAttribute("name");
  const words = control === null ? (element.getAttribute("aria-label") ?? element.textContent) : control;
  return `${element.tagName} ${words} ${element.getAttribute("value")}`;
}

function copyState(old: Element, now: Element): void {
  if (old instanceof HTMLDetailsElement && now instanceof HTMLDetailsElement) now.open = old.open;
  else if (old instanceof HTMLInputElement && now instanceof HTMLInputElement) copyInput(old, now);
  else if (old instanceof HTMLTextAreaElement && now instanceof HTMLTextAreaElement) {
    if (old.value !== old.defaultValue) setValue(now, HTMLTextAreaElement.prototype, old.value);
  } else if (old instanceof HTMLSelectElement && now instanceof HTMLSelectElement && old.value !== now.value)
    setValue(now, HTMLSelectElement.prototype, old.value);
}

function copyInput(old: HTMLInputElement, now: HTMLInputElement): void {
  if (old.type === "hidden" || old.type === "file") return;
  if (old.type === "checkbox" || old.type === "radio") {
    // React handles a checkbox by its click event
    if (old.checked !== old.defaultChecked && old.checked !== now.checked) now.click();
  } else if (old.value !== old.defaultValue) setValue(now, HTMLInputElement.prototype, old.value);
}

/** Simulates typing: React notices a value set past its own setter. */
function setValue(element: HTMLElement, prototype: object, value: string): void {
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, value);
  for (const kind of ["input", "change"]) element.dispatchEvent(new Event(kind, { bubbles: true }));
}

/**
 * Makes React notice a value that was entered before hydration, which it takes for the initial one: the control is first reset to
 * the server's value, without an event, and then changed again.
 */
export function typeAgain(
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  { typed, served }: { typed: Typed; served: Typed },
): void {
  if (control instanceof HTMLInputElement && typeof served === "boolean") {
    if (typed === served) return;
    control.checked = served;
    control.click();
    return;
  }
  const caret = caretIn(control);
  control.value = String(served);
  const { prototype } = control.constructor as unknown as { prototype: object };
  setValue(control, prototype, String(typed));
  if (caret && document.activeElement === control) (control as HTMLInputElement).setSelectionRange(...caret);
}

/** The selection in a text; null where there is none, as in a date. */
function caretIn(control: HTMLElement): [number, number] | null {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return null;
  const { selectionStart, selectionEnd } = control;
  return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd];
}
