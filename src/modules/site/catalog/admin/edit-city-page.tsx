import { ExternalLink } from "#src/ui/lucide/icons.ts";
import { useEffect, useState } from "react";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { CityEditor } from "#src/modules/site/catalog/admin/city-editor.tsx";
import { SwitchCity } from "#src/modules/site/catalog/admin/switch-city.tsx";
import type { CityAnswer } from "#src/modules/site/catalog/rules/city-answer.ts";
import { UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import { useCitySwitch } from "#src/modules/site/catalog/admin/use-city-act.ts";
import { forgetDraft } from "#src/ui/admin/use-edited.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { adminButtonClass } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Flash, useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/site/+types/edit-city.ts";

/** A city's form, with its switch above and its history below. */
export default function EditCity({ loaderData, actionData }: Route.ComponentProps) {
  const { city, saved, zones, mayChange, added, history } = loaderData;
  const { t, locale } = useText();
  const { switchCity, switching } = useCitySwitch();
  const answer: CityAnswer | null = actionData ?? null;
  const { draft } = answer?.saved ?? saved;
  const title = inLocale(locale, draft.name, draft.name_es);
  // flash of how this city was added, once: later changes bring their own
  const [welcome] = useState<Flash | null>(() =>
    added
      ? { flash: city.isActive ? "catalog-cities-admin.flash.added" : "catalog-cities-admin.flash.addedOff" }
      : null,
  );
  useFlash(answer?.bad ? null : (answer ?? welcome));
  // the values typed for a new city belong to this one now
  useEffect(() => {
    if (added) forgetDraft("city.new");
  }, [added]);
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/cities" name={t("admin.page.cities")} />}
        meta={
          <Badge tone={city.isActive ? "done" : "none"}>
            {t(city.isActive ? "catalog-cities-admin.state.on" : "catalog-cities-admin.state.off")}
          </Badge>
        }
        actions={
          <>
            {mayChange && (
              <SwitchCity city={{ ...city, name: title }} busy={switching !== null} onSwitch={switchCity} />
            )}
            {city.isActive && (
              <a
                href={localizedPath(`/cities/${city.id}`, locale)}
                target="_blank"
                rel="noreferrer"
                className={adminButtonClass({})}
              >
                <ExternalLink aria-hidden size={15} />
                {t("catalog-cities-admin.view")}
              </a>
            )}
          </>
        }
      />
      {!city.isActive && <p className="mb-3 text-text-2">{t("catalog-cities-admin.offNotice")}</p>}
      <UnseenNotice crawls={city.byTitle} className="mb-3" />
      <CityEditor
        key={city.id}
        id={city.id}
        opened={saved}
        answer={answer}
        zones={zones}
        readOnly={mayChange ? null : t("catalog-cities-admin.readOnly")}
      />
      <Panel title={t("audit.history")} className="mt-4">
        <RecordHistory entries={history} zone={draft.time_zone} />
      </Panel>
    </>
  );
}
