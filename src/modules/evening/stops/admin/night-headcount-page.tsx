import { dateInSentence } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { HeadcountForm, Headcounts } from "#src/modules/evening/stops/admin/headcount.tsx";
import { KeptTaps } from "#src/modules/evening/stops/admin/kept-taps.tsx";
import { NotTonight } from "#src/modules/evening/stops/admin/not-tonight.tsx";
import { useKeptPage } from "#src/modules/evening/stops/admin/use-kept-page.ts";
import { useTaps } from "#src/modules/evening/stops/admin/use-taps.ts";
import { shownWay } from "#src/modules/evening/stops/rules/way-view.ts";
import { Empty } from "#src/ui/admin/empty.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/evening/+types/night-headcount.ts";

/** Who is there between two bars. */
export default function NightHeadcount({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  useFlash(actionData);
  if (loaderData.night !== null) return <Counting {...loaderData} />;
  const title = t("stops-admin.heads.title");
  const path = localizedPath(`/admin/nights/${loaderData.id}/way/taps`, locale);
  return (
    <>
      <PageHead title={title} tab={t("admin.tab", { page: title, brand: t("common.brand") })} />
      <NotTonight night={loaderData.id} me={loaderData.me} path={path} />
    </>
  );
}

type Loaded = Extract<Route.ComponentProps["loaderData"], { tapKey: string }>;

function Counting({ me, tapKey, ...page }: Loaded) {
  const { t, locale } = useText();
  const { night, stops, guests, counts } = page;
  const way = `/admin/nights/${night.id}/way`;
  const taps = useTaps({ night: night.id, me, path: `${localizedPath(way, locale)}/taps` });
  useFlash(taps.told);
  const { where } = shownWay(
    page,
    taps.kept.filter(({ refused }) => refused === null),
  );
  const version = [...guests.map(({ ticketId }) => ticketId), counts.length, page.version, page.steps.length].join(" ");
  useKeptPage({ me, version });
  const title = t("stops-admin.heads.title");
  return (
    <>
      <meta name="door-user" content={me} />
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb to={way} name={t("stops-admin.heads.toWay")} reloadDocument />}
        meta={`${night.title}, ${dateInSentence(night.date, locale)}`}
      />
      {/* the word that the line is lost lies over the foot of the page: every button can be scrolled above it */}
      <div className="grid gap-4 max-md:pb-36">
        <KeptTaps taps={taps} stops={stops} zone={night.zone} />
        {guests.length > 0 && stops.length > 0 ? (
          <HeadcountForm
            guests={guests}
            stops={stops}
            current={where.current ?? where.next}
            tapKey={tapKey}
            tap={taps.tap}
          />
        ) : (
          <Panel padded={false}>
            <Empty title={t("stops-admin.heads.none.title")} text={t("stops-admin.heads.none.text")} />
          </Panel>
        )}
        <Headcounts counts={counts} zone={night.zone} />
      </div>
    </>
  );
}
