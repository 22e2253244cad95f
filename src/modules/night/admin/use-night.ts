import { useEffect, useState } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Night } from "#src/modules/night/schema.ts";

const EVERY_MS = 10_000;
const TICK_MS = 5_000;
/** Tells the server that nobody asks: a list that is left open must not keep its session in use. */
const BY_ITSELF = { "x-by-itself": "1" };

type Live = { night: Night; age: number; failed: boolean; busy: boolean; refresh: () => void };

/** The night as it is now: asked for again every 10 s while the page is visible. A failed request keeps what was there and says so. */
export function useNight(given: Night): Live {
  const { locale } = useText();
  const [newest, setNewest] = useState(given);
  const [tried, setTried] = useState<"ok" | "asking" | "failed">("ok");
  const [age, setAge] = useState(0);
  // what the page has loaded after an act is newer than an answer that was asked for before it
  const night = newest.id === given.id && newest.at > given.at ? newest : given;
  const path = localizedPath(`/admin/nights/${given.id}/now`, locale);

  const ask = (headers: Record<string, string> = {}) => {
    setTried("asking");
    fetch(path, { headers: { accept: "application/json", ...headers } })
      .then(async (answer) => {
        if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
        setNewest((await answer.json()) as Night);
        setTried("ok");
      })
      .catch(() => setTried("failed"));
  };

  useEffect(() => {
    const since = Date.now();
    setAge(0);
    const ticking = setInterval(() => setAge(Math.round((Date.now() - since) / 1000)), TICK_MS);
    return () => clearInterval(ticking);
  }, [night.at]);

  useEffect(() => {
    const ifSeen = () => document.visibilityState === "visible" && ask(BY_ITSELF);
    const asking = setInterval(ifSeen, EVERY_MS);
    document.addEventListener("visibilitychange", ifSeen);
    return () => {
      clearInterval(asking);
      document.removeEventListener("visibilitychange", ifSeen);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `ask` is a new function each time and depends on the path alone
  }, [path]);

  return { night, age, failed: tried === "failed", busy: tried === "asking", refresh: () => ask() };
}
