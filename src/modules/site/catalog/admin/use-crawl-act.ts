import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { CrawlAct } from "#src/modules/site/catalog/rules/answer.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";

type Asked = { act: CrawlAct; id: string };

/** Runs an action on a crawl, reports the result in a toast and offers undo. `asked` is the pending action. */
export function useCrawlAct(): { ask: (asked: Asked) => void; asked: Asked | null } {
  const { t, locale } = useText();
  const fetcher = useFetcher<{ undo: Asked | null } | null>();
  const ask = ({ act, id }: Asked) =>
    void fetcher.submit({ act, id }, { method: "post", action: localizedPath("/admin/pub-crawls", locale) });
  const undo = fetcher.data?.undo;
  useFlash(fetcher.data, undo ? { label: t("admin.undo"), act: () => ask(undo) } : undefined);
  const asked = fetcher.formData ? (Object.fromEntries(fetcher.formData) as Asked) : null;
  return { ask, asked };
}
