const TWICE_MS = 600;
let tappedAt = -TWICE_MS;

/**
 * Whether an event is the second tap of the same finger, or a key that is held down: what has come under it since isn't meant. Of
 * all buttons of the page.
 */
export function isSecondTap({ timeStamp }: Pick<Event, "timeStamp">): boolean {
  const isTwice = timeStamp - tappedAt < TWICE_MS;
  tappedAt = timeStamp;
  return isTwice;
}
