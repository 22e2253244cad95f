import { useEffect, useState } from "react";

const TICK_MS = 5_000;
/** Tells the server that this is an automatic request: a page that is left open must not keep its session in use. */
const BY_ITSELF = { "x-by-itself": "1" };

/** The newest data, its age in seconds, and how the last request for it went. */
export type Fresh<T> = { data: T; age: number; failed: boolean; busy: boolean; refresh: () => void };

/**
 * Data that keeps changing: `value` is what the page has loaded, and `path` returns the same as JSON. It is fetched again every
 * `everyMs` while the page is visible, and when it becomes visible. A failed request keeps what was there and says so. `at` (ISO)
 * tells which is newer: what the page loads after an act is newer than an answer that was asked for before it.
 */
export function useFresh<T extends { at: string }>(value: T, path: string, everyMs: number): Fresh<T> {
  const [newest, setNewest] = useState({ path, data: value });
  const [tried, setTried] = useState<"ok" | "asking" | "failed">("ok");
  const [age, setAge] = useState(0);
  const data = newest.path === path && newest.data.at > value.at ? newest.data : value;

  const ask = (headers: Record<string, string> = {}) => {
    setTried("asking");
    fetch(path, { headers: { accept: "application/json", ...headers } })
      .then(async (answer) => {
        if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
        setNewest({ path, data: (await answer.json()) as T });
        setTried("ok");
      })
      .catch(() => setTried("failed"));
  };

  useEffect(() => {
    const since = Date.now();
    setAge(0);
    const ticking = setInterval(() => setAge(Math.round((Date.now() - since) / 1000)), TICK_MS);
    return () => clearInterval(ticking);
  }, [data.at]);

  useEffect(() => {
    const ifSeen = () => document.visibilityState === "visible" && ask(BY_ITSELF);
    const asking = setInterval(ifSeen, everyMs);
    document.addEventListener("visibilitychange", ifSeen);
    return () => {
      clearInterval(asking);
      document.removeEventListener("visibilitychange", ifSeen);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `ask` is a new function each time and depends on the path alone
  }, [path, everyMs]);

  return { data, age, failed: tried === "failed", busy: tried === "asking", refresh: () => ask() };
}
