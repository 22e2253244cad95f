import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ListedBar } from "#src/modules/evening/stops/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";

/** The bars by city. */
export function BarList({ bars }: { bars: readonly ListedBar[] }) {
  const { t, locale } = useText();
  return (
    <ul aria-label={t("stops-admin.list")} className="divide-y divide-border">
      {bars.map((bar) => (
        <li key={bar.id} className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5 hover:bg-hover">
          <span className="min-w-0 grow max-md:basis-full">
            <Link
              to={localizedPath(`/admin/bars/${bar.id}`, locale)}
              className="font-semibold text-text no-underline after:absolute after:inset-0"
            >
              {bar.name}
            </Link>
            <span className="block truncate text-text-3">{[bar.city, bar.address].filter(Boolean).join(" · ")}</span>
          </span>
          <span className="text-text-3">{t("stops-admin.crawls", { count: bar.crawls })}</span>
          <Badge tone={bar.isActive ? "done" : "none"}>
            {t(bar.isActive ? "stops-admin.state.on" : "stops-admin.state.off")}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
