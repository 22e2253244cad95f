import { dateInSentence } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { KeptTaps } from "#src/modules/evening/stops/admin/kept-taps.tsx";
import { NotTonight } from "#src/modules/evening/stops/admin/not-tonight.tsx";
import { OnTheWay } from "#src/modules/evening/stops/admin/on-the-way.tsx";
import { RouteForm } from "#src/modules/evening/stops/admin/route-form.tsx";
import { useKeptPage } from "#src/modules/evening/stops/admin/use-kept-page.ts";
import { useTaps } from "#src/modules/evening/stops/admin/use-taps.ts";
import { shownWay } from "#src/modules/evening/stops/rules/way-view.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/evening/+types/night-way.ts";

/** A night on the way from bar to bar, for its guide. */
export default function NightWay({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  useFlash(actionData);
  if (loaderData.night !== null) return <Way {...loaderData} />;
  const title = t("stops-admin.way.title");
  const path = localizedPath(`/admin/nights/${loaderData.id}/way/taps`, locale);
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/dashboard" name={t("admin.page.overview")} />}
      />
      <NotTonight night={loaderData.id} me={loaderData.me} path={path} />
    </>
  );
}

type Loaded = Extract<Route.ComponentProps["loaderData"], { tapKey: string }>;

function Way({ night, me, tapKey, changing }: Loaded) {
  const { t, locale } = useText();
  const here = localizedPath(`/admin/nights/${night.night.id}/way`, locale);
  const taps = useTaps({ night: night.night.id, me, path: `${here}/taps` });
  useFlash(taps.told);
  const { where, reached } = shownWay(
    night,
    taps.kept.filter(({ refused }) => refused === null),
  );
  useKeptPage({ me, version: `${night.version} ${night.steps.length}`, along: `${here}/headcount` });
  const title = t("stops-admin.way.title");
  return (
    <>
      <meta name="door-user" content={me} />
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb to={`/admin/nights/${night.night.id}`} name={night.night.title} />}
        meta={dateInSentence(night.night.date, locale)}
        actions={
          <>
            {!changing && (
              // as a document: without a line only the phone's copy answers
              <AdminLink to={`${here}/headcount`} reloadDocument>
                {t("stops-admin.heads.link")}
              </AdminLink>
            )}
            {!changing && (
              <AdminLink to={`${here}/add-ons`} reloadDocument>
                {t("stops-admin.addOns.link")}
              </AdminLink>
            )}
            <AdminLink to={changing ? here : `${here}?change`} preventScrollReset>
              {t(changing ? "stops-admin.way.back" : "stops-admin.way.change")}
            </AdminLink>
          </>
        }
      />
      {/* the word that the line is lost lies over the foot of the page: every button can be scrolled above it */}
      <div className="grid gap-4 max-md:pb-36">
        <KeptTaps taps={taps} stops={night.stops} zone={night.night.zone} />
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
            reached={reached}
            where={where}
            zone={night.night.zone}
            tapKey={tapKey}
            tap={taps.tap}
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
      </div>
    </>
  );
}
