import { longDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { NightList } from "#src/modules/sales/waiting/admin/night-list.tsx";
import { SumText } from "#src/modules/sales/waiting/admin/waiting-panel.tsx";
import { adminButtonClass } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "#routes/admin/+types/night-waiting.ts";

/** The waiting list of a night: who waits, what they are worth, and who is offered places. */
export default function NightWaiting({ loaderData: { id, entries, value, may, zone, date } }: Route.ComponentProps) {
  const { t, locale } = useText("waiting-admin");
  const title = t("waiting-admin.title");
  const path = localizedPath(`/admin/nights/${id}`, locale);
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb to={`/admin/nights/${id}`} name={longDate(date, locale)} />}
        actions={
          entries.length > 0 && (
            <a href={`${path}/waiting-list.csv`} className={adminButtonClass({})} download>
              {t("waiting-admin.export")}
            </a>
          )
        }
      />
      {value.parties > 0 && (
        <div className="mb-3">
          <SumText sum={value} />
        </div>
      )}
      <NightList entries={entries} zone={zone} may={may} />
    </>
  );
}
