import { type Box, freePlace } from "./toast-place.ts";

const BUTTONS = "button, input:not([type=hidden]), select, textarea, summary, [role=button], [contenteditable=true]";
const LINKS = "a[href]";
/** After this long without a scroll or a change of the page, toasts look for a place again. */
const SETTLED_MS = 120;

/**
 * Keeps a region's list of toasts off what can be pressed (toast-place.ts): at once, and after the page has changed or scrolled
 * under them, but not while somebody is at one. Returns how to stop.
 */
export function keepFree(list: HTMLOListElement, region: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!list.matches(":hover")) place(list, region);
    }, SETTLED_MS);
  };
  const changes = new MutationObserver((all) => {
    if (all.some(({ target }) => !region.contains(target))) soon();
  });
  changes.observe(document.body, { childList: true, subtree: true });
  addEventListener("scroll", soon, { capture: true, passive: true });
  addEventListener("resize", soon);
  // also under a pointer: it rests on the button that was pressed, which the toast may cover
  place(list, region);
  // what the same act has closed is still disappearing
  soon();
  return () => {
    clearTimeout(timer);
    changes.disconnect();
    removeEventListener("scroll", soon, { capture: true });
    removeEventListener("resize", soon);
  };
}

function place(list: HTMLOListElement, region: HTMLElement): void {
  if (list.contains(document.activeElement)) return;
  const cards = [...list.children].filter((card) => card instanceof HTMLElement);
  if (cards.length === 0) return;
  list.style.translate = "";
  const { right, top, height } = list.getBoundingClientRect();
  const width = Math.max(...cards.map(({ offsetWidth }) => offsetWidth));
  const home: Box = { left: right - width, top, width, height };
  const { clientWidth, clientHeight } = document.documentElement;
  const free = freePlace(home, { width: clientWidth, height: clientHeight }, [
    boxesOf(BUTTONS, region),
    boxesOf(LINKS, region),
  ]);
  if (free) list.style.translate = `${free.left - home.left}px ${free.top - home.top}px`;
}

/** Where the elements stand on the screen that can be seen, outside of the region. */
function boxesOf(selector: string, region: HTMLElement): Box[] {
  const { clientWidth, clientHeight } = document.documentElement;
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => !region.contains(element) && element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter(
      ({ width, height, bottom, right, top, left }) =>
        width > 1 && height > 1 && bottom > 0 && right > 0 && top < clientHeight && left < clientWidth,
    );
}
