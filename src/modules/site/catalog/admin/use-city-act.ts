import { useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { AskedOfCity, CityActAnswer } from "#src/modules/site/catalog/rules/city-answer.ts";
import { isSame } from "#src/modules/site/catalog/rules/draft.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** Runs an action on the cities, says in a toast what came of it and offers undo. `asked` is the pending action. */
function useCityAct() {
  const { t, locale } = useText();
  const fetcher = useFetcher<CityActAnswer>();
  const ask = (asked: AskedOfCity) =>
    void fetcher.submit({ ...asked }, { method: "post", action: localizedPath("/admin/cities", locale) });
  const undo = fetcher.data?.undo;
  useFlash(fetcher.data, undo ? { label: t("admin.undo"), act: () => ask(undo) } : undefined);
  const asked = fetcher.formData ? (Object.fromEntries(fetcher.formData) as AskedOfCity) : null;
  return { ask, asked, answer: fetcher.data, isOnItsWay: fetcher.state === "submitting" };
}

/** Switches a city on or off. `switching` is the id of the one that is being switched. */
export function useCitySwitch() {
  const { ask, asked } = useCityAct();
  return {
    switchCity: (id: string, isActive: boolean) => ask({ act: isActive ? "activate" : "deactivate", id }),
    switching: asked && asked.act !== "order" ? asked.id : null,
  };
}

/**
 * The order of the cities: `stored` as the page was read, with what was moved since on top of it. Moves that come while one is on
 * its way wait for its answer, so that each is told against the order that the server has by then.
 */
export function useCityOrder(stored: readonly string[]) {
  const { ask, answer, isOnItsWay } = useCityAct();
  const { revalidate } = useRevalidator();
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  // an answer comes before the page is read again
  const [answered, setAnswered] = useState<readonly string[] | null>(null);
  const [read, setRead] = useState(stored);
  if (!isSame(read, stored)) {
    setRead(stored);
    setAnswered(null);
  }
  const known = answered ?? stored;
  const send = (was: readonly string[], now: readonly string[]) =>
    ask({ act: "order", was: was.join(","), now: now.join(",") });
  useAnswer(answer, ({ bad, order = null }) => {
    setAnswered(order);
    if (!bad && order && wanted && !isSame(order, wanted)) return send(order, wanted);
    setWanted(null);
    // the router reads the page again only after what was done
    if (bad) void revalidate();
  });
  return {
    order: wanted ?? known,
    move: (now: readonly string[]) => {
      setWanted(now);
      if (!isOnItsWay) send(known, now);
    },
  };
}
