import type { Text } from "#src/locales/i18n.ts";
import type { Target } from "#src/modules/sales/affiliates/rules/qr-code.ts";

/** Where a code leads, in words; a page that isn't in `targets` any more by its path. */
export function sayTarget(path: string, targets: readonly Target[], t: Text): string {
  const target = targets.find((one) => one.path === path);
  if (!target) return t("affiliates-qr.target.gone", { path });
  const words: Record<Target["kind"], string> = {
    home: t("affiliates-qr.target.home"),
    booking: t("affiliates-qr.target.booking"),
    crawls: t("affiliates-qr.target.crawls"),
    city: t("affiliates-qr.target.city", { name: target.name }),
    crawl: t("affiliates-qr.target.crawl", { name: target.name }),
  };
  return words[target.kind];
}
