import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Seats go while staff look: the page is read again this often. */
const REFRESH_MS = 30_000;

/** Reads the page's data again every 30 s while somebody can see it, and when they come back to it. */
export function useLive(): void {
  const { revalidate, state } = useRevalidator();
  // a clock and the page's visibility are the browser's to tell
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
