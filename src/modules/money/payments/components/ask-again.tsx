import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { fetchParts } from "#src/ui/later.tsx";

const EVERY_MS = 3000;
const AT_MOST = 40;

/** Revalidates the page every three seconds for two minutes; returns whether it has stopped. */
export function useAskAgain(wanted: boolean): boolean {
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState(0);
  const stopped = asked >= AT_MOST;
  // what it waits for happens on the server, which doesn't push to the browser
  useEffect(() => {
    if (!wanted || stopped) return;
    const timer = setInterval(() => {
      setAsked((times) => times + 1);
      if (document.visibilityState !== "visible") return;
      fetchParts();
      void revalidate();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [wanted, stopped, revalidate]);
  return stopped;
}
