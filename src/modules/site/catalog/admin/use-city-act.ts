import { useState } from "react";
import { useRevalidator } from "react-router";
import { useActs } from "#src/modules/site/catalog/admin/use-acts.ts";
import type { CityActAnswer } from "#src/modules/site/catalog/rules/city-answer.ts";
import { isSame } from "#src/kernel/merge.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** Switches a city on or off. `switching` is the id of the one that is being switched. */
export function useCitySwitch() {
  const { ask, asked: form } = useActs<CityActAnswer>("/admin/cities");
  return {
    switchCity: (id: string, isActive: boolean) => ask({ intent: isActive ? "activate" : "deactivate", id }),
    switching: form && form.intent !== "order" ? (form["id"] ?? null) : null,
  };
}

/**
 * The order of the cities: `stored` as the page was read, with what was moved since on top of it. Moves that come while one is on
 * its way wait for its answer, so that each is told against the order that the server has by then.
 */
export function useCityOrder(stored: readonly string[]) {
  const { ask, answer, isOnItsWay } = useActs<CityActAnswer>("/admin/cities");
  const { revalidate } = useRevalidator();
  const [newOrder, setNewOrder] = useState<readonly string[] | null>(null);
  // an answer comes before the page is read again
  const [answered, setAnswered] = useState<readonly string[] | null>(null);
  const [read, setRead] = useState(stored);
  if (!isSame(read, stored)) {
    setRead(stored);
    setAnswered(null);
  }
  const current = answered ?? stored;
  const send = (was: readonly string[], now: readonly string[]) =>
    ask({ intent: "order", was: was.join(","), now: now.join(",") });
  useAnswer(answer, ({ bad, order = null }) => {
    setAnswered(order);
    if (!bad && order && newOrder && !isSame(order, newOrder)) return send(order, newOrder);
    setNewOrder(null);
    // the router reads the page again only after what was done
    if (bad) void revalidate();
  });
  return {
    order: newOrder ?? current,
    move: (now: readonly string[]) => {
      setNewOrder(now);
      if (!isOnItsWay) send(current, now);
    },
  };
}
