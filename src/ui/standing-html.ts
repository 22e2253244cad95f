/** The server's HTML of a part whose code is not there yet, and what somebody does with it meanwhile. */
export type StandingHtml = {
  /** Of the page it was written for. */
  path: string;
  elements: readonly Element[];
  /** Keeps in mind where the focus is: React is about to take the HTML out of the page. */
  noteFocus: () => void;
  /** The same nodes stand here from now on, with what is typed in them, and the focus. Call the answer before they go. */
  moveTo: (place: HTMLElement) => () => void;
  /** The part's code is there: does the last click that was kept and, if the part is made anew, carries over what was done. */
  handOver: (place: Element, carry: Carry) => void;
};

/** Puts what was done in the old elements into the new ones; answers what stands in the place of another element. */
export type Carry = (from: readonly Element[], to: Element) => (old: Element) => HTMLElement | null;

type Focus = { on: HTMLElement; selection: readonly [number, number] | null };

/** Holds what the server wrote into `element`, and keeps the last click on a button in it: React would drop it. */
export function holdHtml(element: Element): StandingHtml {
  const nodes = [...element.childNodes];
  const elements = [...element.children];
  let button: HTMLButtonElement | null = null;
  let focus: Focus | null = null;
  let moved = false;
  const keepClick = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest("button") : null;
    if (!target || (target.form && target.type === "submit")) return;
    event.stopPropagation();
    button = target;
  };
  const noteFocus = () => {
    const on = document.activeElement;
    focus = on instanceof HTMLElement && elements.some((one) => one.contains(on)) ? focusOn(on) : null;
  };
  for (const one of elements) one.addEventListener("click", keepClick, { capture: true });
  return {
    path: location.pathname,
    elements,
    noteFocus,
    moveTo(place) {
      moved = true;
      place.replaceChildren(...nodes);
      if (focus) giveFocus(focus.on, focus);
      return noteFocus;
    },
    handOver(place, carry) {
      for (const one of elements) one.removeEventListener("click", keepClick, { capture: true });
      const now = moved ? carry(elements, place) : (old: Element) => old as HTMLElement;
      const focused = moved && focus && now(focus.on);
      if (focus && focused) giveFocus(focused, focus);
      const clicked = button && now(button);
      button = null;
      if (clicked?.isConnected) clicked.click();
    },
  };
}

function focusOn(on: HTMLElement): Focus {
  const start = "selectionStart" in on ? on.selectionStart : null;
  const end = "selectionEnd" in on ? on.selectionEnd : null;
  return { on, selection: typeof start === "number" && typeof end === "number" ? [start, end] : null };
}

function giveFocus(element: HTMLElement, { selection }: Focus): void {
  element.focus({ preventScroll: true });
  if (selection && "setSelectionRange" in element)
    (element as HTMLInputElement).setSelectionRange(selection[0], selection[1]);
}
