import { useEffect, useState } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Tonight } from "#src/modules/reports/schema.ts";

const EVERY_MS = 30_000;
/** Tells the server that nobody asks: a board that is left open must not keep its session in use. */
const BY_ITSELF = { "x-by-itself": "1" };
const TICK_MS = 5_000;

type Live = { tonight: Tonight; age: number; failed: boolean; busy: boolean; refresh: () => void };

/**
 * Live data for tonight: refetched every 30 s while the page is visible, and when it becomes visible. A failed request keeps the
 * previous data and says so.
 */
export function useTonight(given: Tonight): Live {
  const { locale } = useText();
  const [newest, setNewest] = useState(given);
  const [tried, setTried] = useState<"ok" | "asking" | "failed">("ok");
  const [age, setAge] = useState(0);
  const tonight = newest.at > given.at ? newest : given;

  const ask = (headers: Record<string, string> = {}) => {
    setTried("asking");
    fetch(localizedPath("/admin/dashboard/tonight", locale), { headers: { accept: "application/json", ...headers } })
      .then(async (answer) => {
        if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
        setNewest((await answer.json()) as Tonight);
        setTried("ok");
      })
      .catch(() => setTried("failed"));
  };

  useEffect(() => {
    const since = Date.now();
    setAge(0);
    const ticking = setInterval(() => setAge(Math.round((Date.now() - since) / 1000)), TICK_MS);
    return () => clearInterval(ticking);
  }, [tonight.at]);

  useEffect(() => {
    const ifSeen = () => document.visibilityState === "visible" && ask(BY_ITSELF);
    const asking = setInterval(ifSeen, EVERY_MS);
    document.addEventListener("visibilitychange", ifSeen);
    return () => {
      clearInterval(asking);
      document.removeEventListener("visibilitychange", ifSeen);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the URL stays the same while the page is mounted
  }, [locale]);

  return { tonight, age, failed: tried === "failed", busy: tried === "asking", refresh: () => ask() };
}
