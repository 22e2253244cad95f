import { begin } from "./pending.ts";

/** The server's HTML of a part whose code has not loaded yet, and what the visitor does with it meanwhile. */
export type StandingHtml = {
  /** Path of the page it was rendered for. */
  path: string;
  elements: readonly Element[];
  /** Remembers the focus: React is about to remove the HTML. */
  noteFocus: () => void;
  /** Moves the same nodes here, with their input and the focus. Call the returned function before they are removed. */
  moveTo: (place: HTMLElement) => () => void;
  /**
   * Called when the part's code has loaded: carries input over if the part is rendered again. Returns a function that replays
   * the last kept click.
   */
  handOver: (place: Element, carry: Carry) => () => void;
};

/** Copies input from the old elements to the new ones; returns a function from an old element to its replacement. */
export type Carry = (from: readonly Element[], to: Element) => (old: Element) => HTMLElement | null;

type Focus = { on: HTMLElement; selection: readonly [number, number] | null };

const WAITING = "[data-later]:not([data-here])";
/** How long a link within the page waits for the code of its part, in milliseconds; then the browser follows it. */
const LINK_WAITS_MS = 4000;
/** What was pressed, and how the waiting ends that the page shows for it. */
type Click = { on: HTMLElement; end: () => void };
let clicked: Click[] = [];

// React swallows clicks where its code has not loaded yet, and handles them before any element: only a listener on window is
// earlier
if (!import.meta.env.SSR)
  addEventListener(
    "click",
    (event) => {
      const pressed = event.target instanceof Element ? event.target.closest("button, a") : null;
      if (!pressed?.closest(WAITING)) return;
      // what the browser opens needs no code: pressed again it would close
      if (pressed.hasAttribute("popovertarget")) return;
      if (pressed instanceof HTMLAnchorElement) {
        if (!isChoice(pressed, event)) return;
        event.preventDefault();
      } else if ((pressed as HTMLButtonElement).form && (pressed as HTMLButtonElement).type === "submit") return;
      const click = { on: pressed as HTMLElement, end: begin("") };
      clicked.push(click);
      setTimeout(giveUp, LINK_WAITS_MS, click);
    },
    { capture: true },
  );

/** Whether a click on a link chooses something on this very page, which its code does in place. A jump needs no code. */
function isChoice({ origin, pathname, search, target }: HTMLAnchorElement, click: MouseEvent): boolean {
  const isPlain = click.button === 0 && !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey);
  const isHere = origin === location.origin && pathname === location.pathname && search !== location.search;
  return isPlain && isHere && target === "";
}

/** Ends the waiting for a click. The last link that was clicked is followed as if it had no code, unless its page was left since. */
function giveUp(click: Click): void {
  const { on, end } = click;
  end();
  const isLast = clicked.at(-1) === click;
  if (on.isConnected && !(on instanceof HTMLAnchorElement)) return;
  clicked = clicked.filter((one) => one !== click);
  if (isLast && on.isConnected) location.assign((on as HTMLAnchorElement).href);
}

/** What was clicked last in a part while its code was loading; nested parts take their own. */
function takeClick(elements: readonly Element[]): HTMLElement | undefined {
  const own = clicked.filter(({ on }) => !on.closest(WAITING) && elements.some((one) => one.contains(on)));
  clicked = clicked.filter((click) => !own.includes(click));
  for (const { end } of own) end();
  return own.at(-1)?.on;
}

/** Holds on to the server's HTML in `element`. */
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
