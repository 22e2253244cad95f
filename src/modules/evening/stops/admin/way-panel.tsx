import { clockTime } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ShownStop } from "#src/modules/evening/stops/schema.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Footprints } from "#src/ui/lucide/icons.ts";

type WayPanelProps = { nightId: string; stops: readonly Pick<ShownStop, "id" | "name" | "at">[] };

/** Where a night stops, and the way to the page on which its guide says where the group is. */
export function WayPanel({ nightId, stops }: WayPanelProps) {
  const { t, locale } = useText();
  const way = localizedPath(`/admin/nights/${nightId}/way`, locale);
  return (
    <Panel
      title={t("stops-admin.stops")}
      padded={false}
      footer={
        <span className="flex flex-wrap gap-2">
          <AdminLink to={way} icon={<Footprints aria-hidden size={15} />}>
            {t("stops-admin.way.title")}
          </AdminLink>
          <AdminLink to={`${way}/headcount`} kind="quiet">
            {t("stops-admin.heads.link")}
          </AdminLink>
        </span>
      }
    >
      {stops.length === 0 ? (
        <p className="px-3.5 pb-3 text-text-2">{t("stops-admin.noStops")}</p>
      ) : (
        <ol className="grid divide-y divide-border border-t border-border">
          {stops.map(({ id, name, at }) => (
            <li key={id} className="flex items-baseline gap-3 px-3.5 py-1.5">
              <span className="mr-auto min-w-0 truncate">{name}</span>
              <span className="text-text-3 tabular-nums">{clockTime(at, locale)}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
