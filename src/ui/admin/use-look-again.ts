import { useEffect } from "react";
import { useRevalidator } from "react-router";

const LOOKS_MS = 3000;

/** Revalidates every few seconds while something is in progress and the page is visible. */
export function useLookAgain(live: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => document.visibilityState === "visible" && void revalidate(), LOOKS_MS);
    return () => clearInterval(timer);
  }, [live, revalidate]);
}
