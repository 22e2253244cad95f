import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

/** Seats sell while staff watch: how often the page revalidates. */
const REFRESH_MS = 30_000;
/** Each counts as use of the session, which ends when it is unused: a page that nobody touches for an hour stops. */
const WATCHED_MS = 3_600_000;

const TOUCHES = ["pointermove", "pointerdown", "keydown"] as const;

/** Revalidates every 30 s while somebody watches the page, and as soon as somebody does again. */
export function useLive(): void {
  const { revalidate, state } = useRevalidator();
  const touchedAt = useRef(0);
  // timers and visibility exist only in the browser
  useEffect(() => {
    touchedAt.current ||= Date.now();
    const isWatched = () => Date.now() - touchedAt.current < WATCHED_MS;
    const again = () => {
      if (!document.hidden && isWatched() && state === "idle") void revalidate();
    };
    const touched = () => {
      const wasWatched = isWatched();
      touchedAt.current = Date.now();
      if (!wasWatched) again();
    };
    const timer = setInterval(again, REFRESH_MS);
    document.addEventListener("visibilitychange", again);
    for (const touch of TOUCHES) document.addEventListener(touch, touched);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
      for (const touch of TOUCHES) document.removeEventListener(touch, touched);
    };
  }, [revalidate, state]);
}
