import type { Typed } from "./carry-over.ts";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const valueIn = (control: Control): Typed =>
  control.type === "checkbox" || control.type === "radio" ? (control as HTMLInputElement).checked : control.value;

/** The value of a control in the server's HTML. */
function servedIn(control: Control): Typed {
  if (control instanceof HTMLSelectElement)
    return ([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value ?? "";
  return typeof valueIn(control) === "boolean" ? (control as HTMLInputElement).defaultChecked : control.defaultValue;
}

/**
 * Keeps what is typed, ticked and chosen in a page before hydration: React doesn't notice it, and its next rendering would
 * restore the server's values. A module of the page calls it when it loads, which is before hydration; once the page is hydrated,
 * it tells React as if it were typed then. Parts that come later (later.tsx) keep theirs themselves.
 */
export function keepEarlyInput(): void {
  // another page of the admin was left for this one
  if (document.documentElement.hasAttribute("data-hydrated")) return;
  const typed = new Map<Control, Typed>();
  const note = ({ target }: { target: unknown }) => {
    if (isControl(target) && target.type !== "hidden" && target.type !== "file") typed.set(target, valueIn(target));
  };
  for (const control of document.querySelectorAll<Control>("input, textarea, select"))
    if (valueIn(control) !== servedIn(control)) note({ target: control });
  addEventListener("input", note, true);
  const tell = async () => {
    if (typed.size > 0) {
      const { typeAgain } = await import("./carry-over.ts");
      for (const [control, value] of typed)
        if (control.isConnected && !control.closest("[data-later]:not([data-here])"))
          typeAgain(control, { typed: value, served: servedIn(control) });
    }
    removeEventListener("input", note, true);
  };
  new MutationObserver((_, observer) => {
    observer.disconnect();
    void tell();
  }).observe(document.documentElement, { attributeFilter: ["data-hydrated"] });
}
