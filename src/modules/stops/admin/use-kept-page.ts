import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { keepPage, registerWorker } from "#src/modules/door/admin/keep-page.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/**
 * Keeps this page on the phone as the scanner is kept, each time it has something new (`version`), so that it opens without a line;
 * the document needs `<meta name="door-user">`. What is opened is the phone's copy, so it is read anew at once.
 */
export function useKeptPage({ me, version }: { me: string; version: string }): void {
  const { revalidate } = useRevalidator();
  const opened = useEffectEvent(() => {
    void registerWorker();
    if (navigator.serviceWorker?.controller) void revalidate();
  });
  // an effect because the copy lies outside of React
  useEffect(() => opened(), []);
  useAnswer(version, () => void keep(me));
}

async function keep(me: string): Promise<void> {
  const kept = await keepPage({ id: me }).catch(() => "offline");
  // the copy was somebody else's, and is gone
  if (kept === "other" || kept === "nobody") location.reload();
}
