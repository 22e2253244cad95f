import type { MouseEvent } from "react";

/**
 * Click handler of a link to a control or section of the same page (`id` of the element). Left to the browser, the address changes, the
 * router takes that for a navigation, and what the last form was answered is gone: the errors with their summary.
 */
export const jumpTo = (id: string) => (event: MouseEvent) => {
  const place = document.getElementById(id);
  // in a new tab, or without the place, it is an ordinary link
  if (!place || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  place.scrollIntoView();
  // the next tab key goes on from there
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
};
