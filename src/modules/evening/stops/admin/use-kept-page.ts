import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { keepPage, registerWorker, renewPage } from "#src/modules/evening/door/admin/keep-page.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/**
 * Keeps this page on the phone as the scanner is kept, each time it has something new (`version`), so that it opens without a line;
 * the document needs `<meta name="door-user">`. What is opened is the phone's copy, so it is read anew at once. `along` is a page
 * that shows the same, and whose copy is read anew too.
 */
export function useKeptPage({ me, version, along }: { me: string; version: string; along?: string }): void {
  const { revalidate } = useRevalidator();
  const opened = useEffectEvent(() => {
    void registerWorker();
    if (navigator.serviceWorker?.controller) void revalidate();
  });
  // an effect because the copy lies outside of React
  useEffect(() => opened(), []);
  useAnswer(version, () => void keep(me, along));
}

async function keep(me: string, along?: string): Promise<void> {
  const result = await keepPage({ id: me }).catch(() => "offline");
  // the copy was somebody else's, and is gone
  if (result === "other" || result === "nobody") location.reload();
  else if (along) await renewPage(along, { id: me }).catch(() => {});
}
