import { MoonStar } from "#src/ui/lucide/icons.ts";
import { dateInSentence } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/catalog/admin/breadcrumb.tsx";
import { HeadcountForm, Headcounts } from "#src/modules/stops/admin/headcount.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "../+types/night-headcount";

/** Who is there between two bars. */
export default function NightHeadcount({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  useFlash(actionData);
  const title = t("stops-admin.heads.title");
  const tab = t("admin.tab", { page: title, brand: t("common.brand") });
  if (loaderData.night === null)
    return (
      <>
        <PageHead title={title} tab={tab} />
        <Panel padded={false}>
          <Empty
            icon={<MoonStar aria-hidden size={20} />}
            title={t("stops-admin.way.notTonight.title")}
            text={t("stops-admin.way.notTonight.text")}
          />
        </Panel>
      </>
    );
  const { night, stops, where, guests, counts, tapKey } = loaderData;
  return (
    <>
      <PageHead
        title={title}
        tab={tab}
        back={<Breadcrumb to={`/admin/nights/${night.id}/way`} name={t("stops-admin.heads.toWay")} />}
        meta={`${night.title}, ${dateInSentence(night.date, locale)}`}
      />
      <div className="grid gap-4">
        {guests.length > 0 && stops.length > 0 ? (
          <HeadcountForm
            key={tapKey}
            guests={guests}
            stops={stops}
            current={where.current ?? where.next}
            tapKey={tapKey}
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
