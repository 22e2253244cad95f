import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Seats sell while staff watch: how often the page revalidates. */
const REFRESH_MS = 30_000;

/** Revalidates every 30 s while the page is visible, and when it becomes visible again. */
export function useLive(): void {
  const { revalidate, state } = useRevalidator();
  // timers and visibility exist only in the browser
  useEffect(() => {
    const again = () => {
      if (!document.hidden && state === "idle") void revalidate();
    };
    const timer = setInterval(again, REFRESH_MS);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [revalidate, state]);
}
