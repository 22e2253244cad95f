import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { CrawlAct } from "#src/modules/site/catalog/rules/answer.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";

/** An action as a list posts it. */
type ActFields = { intent: string } & Record<string, string>;

/** Runs actions on what a page lists, says in a toast what came of it and offers undo. `asked` is the pending action. */
export function useActs<Answer extends FormAnswer>(page: "/admin/pub-crawls" | "/admin/cities") {
  const { t, locale } = useText();
  const fetcher = useFetcher<Answer>();
  const ask = (request: Record<string, string>) =>
    void fetcher.submit(request, { method: "post", action: localizedPath(page, locale) });
  const undo = fetcher.data?.undo;
  useFlash(fetcher.data, undo ? { label: t("admin.undo"), act: () => ask(undo) } : undefined);
  const request = fetcher.formData ? (Object.fromEntries(fetcher.formData) as ActFields) : null;
  return { ask, asked: request, answer: fetcher.data, isOnItsWay: fetcher.state === "submitting" };
}

/** The same for crawls: an action of `CRAWL_ACTS` on one of them. */
export function useCrawlAct() {
  const { ask, asked: request } = useActs("/admin/pub-crawls");
  return { ask: (act: CrawlAct, id: string) => ask({ intent: act, id }), asked: request };
}
