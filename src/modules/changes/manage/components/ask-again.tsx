import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { fetchParts } from "#src/ui/later.tsx";

const EVERY_MS = 3000;
const AT_MOST = 40;

/** Revalidates the page every three seconds for two minutes; returns whether it has stopped. */
export function useAskAgain(isEnabled: boolean): boolean {
  const { revalidate } = useRevalidator();
  const [tries, setTries] = useState(0);
  const stopped = tries >= AT_MOST;
  // what it waits for happens on the server, which doesn't push to the browser
  useEffect(() => {
    if (!isEnabled || stopped) return;
    const timer = setInterval(() => {
      setTries((times) => times + 1);
      if (document.visibilityState !== "visible") return;
      fetchParts();
      void revalidate();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isEnabled, stopped, revalidate]);
  return stopped;
}
