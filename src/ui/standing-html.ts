/** The server's HTML of a part whose code is not there yet, and what somebody does with it meanwhile. */
export type StandingHtml = {
  /** Of the page it was written for. */
  path: string;
  elements: readonly Element[];
  /** Keeps in mind where the focus is: React is about to take the HTML out of the page. */
  noteFocus: () => void;
  /** The same nodes stand here from now on, with what is typed in them, and the focus. Call the answer before they go. */
  moveTo: (place: HTMLElement) => () => void;
  /** The part's code is there: carries over what was done if the part is made anew. Answers what does the last kept click. */
  handOver: (place: Element, carry: Carry) => () => void;
};

/** Puts what was done in the old elements into the new ones; answers what stands in the place of another element. */
export type Carry = (from: readonly Element[], to: Element) => (old: Element) => HTMLElement | null;

type Focus = { on: HTMLElement; selection: readonly [number, number] | null };

const WAITING = "[data-later]:not([data-here])";
let clicked: HTMLButtonElement[] = [];

// React swallows a click where its code is not there yet, and it hears of it before any element: only the window is earlier
if (!import.meta.env.SSR)
  addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button?.closest(WAITING) && !(button.form && button.type === "submit")) clicked.push(button);
    },
    { capture: true },
  );

/** The last button of a part that was clicked while its code was on its way; a part inside of it takes its own. */
function takeClick(elements: readonly Element[]): HTMLButtonElement | undefined {
  const own = clicked.filter((button) => !button.closest(WAITING) && elements.some((one) => one.contains(button)));
  clicked = clicked.filter((button) => !own.includes(button));
  return own.at(-1);
}

/** Holds what the server wrote into `element`. */
export function holdHtml(element: Element): StandingHtml {
  const nodes = [...element.childNodes];
  const elements = [...element.children];
  let focus: Focus | null = null;
  let moved = false;
  const noteFocus = () => {
    const on = document.activeElement;
    focus = on instanceof HTMLElement && elements.some((one) => one.contains(on)) ? focusOn(on) : null;
  };
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
      const now = moved ? carry(elements, place) : (old: Element) => old as HTMLElement;
      const focused = moved && focus && now(focus.on);
      if (focus && focused) giveFocus(focused, focus);
      const button = takeClick(elements);
      return () => button && now(button)?.click();
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
