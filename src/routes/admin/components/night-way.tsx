import { MoonStar } from "#src/ui/lucide/icons.ts";
import { dateInSentence } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/catalog/admin/breadcrumb.tsx";
import { OnTheWay } from "#src/modules/stops/admin/on-the-way.tsx";
import { RouteForm } from "#src/modules/stops/admin/route-form.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "../+types/night-way";

/** A night on the way from bar to bar, for its guide. */
export default function NightWay({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  useFlash(actionData);
  const title = t("stops-admin.way.title");
  const tab = t("admin.tab", { page: title, brand: t("common.brand") });
  const back = <Breadcrumb to="/admin/dashboard" name={t("admin.page.overview")} />;
  if (loaderData.night === null)
    return (
      <>
        <PageHead title={title} tab={tab} back={back} />
        <Panel padded={false}>
          <Empty
            icon={<MoonStar aria-hidden size={20} />}
            title={t("stops-admin.way.notTonight.title")}
            text={t("stops-admin.way.notTonight.text")}
          />
        </Panel>
      </>
    );
  const { night, tapKey, changing } = loaderData;
  const here = localizedPath(`/admin/nights/${night.night.id}/way`, locale);
  return (
    <>
      <PageHead
        title={title}
        tab={tab}
        back={<Breadcrumb to={`/admin/nights/${night.night.id}`} name={night.night.title} />}
        meta={dateInSentence(night.night.date, locale)}
        actions={
          <>
            {!changing && <AdminLink to={`${here}/headcount`}>{t("stops-admin.heads.link")}</AdminLink>}
            <AdminLink to={changing ? here : `${here}?change`} preventScrollReset>
              {t(changing ? "stops-admin.way.back" : "stops-admin.way.change")}
            </AdminLink>
          </>
        }
      />
      {changing ? (
        <RouteForm
          key={night.version}
          stops={night.stops}
          reached={night.reached.map(({ id }) => id)}
          bars={night.bars}
          version={night.version}
          toldVersion={night.toldVersion}
        />
      ) : night.stops.length > 0 ? (
        <OnTheWay
          stops={night.stops}
          reached={night.reached}
          where={night.where}
          zone={night.night.zone}
          tapKey={tapKey}
        />
      ) : (
        <Panel padded={false}>
          <Empty
            title={t("stops-admin.way.none.title")}
            text={t("stops-admin.way.none.text")}
            action={
              <AdminLink kind="ink" to={`${here}?change`}>
                {t("stops-admin.way.change")}
              </AdminLink>
            }
          />
        </Panel>
      )}
    </>
  );
}
