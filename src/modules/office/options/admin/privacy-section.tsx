import { dateIn, dayOf, HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { OptionField } from "#src/modules/office/options/admin/option-field.tsx";
import { SectionForm } from "#src/modules/office/options/admin/section-form.tsx";
import { useOptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import type { ListedVersion } from "#src/modules/site/content/rules/page-lists.ts";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import { TERMS, type TermOf } from "#src/modules/base/settings/rules/app-settings.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** What guests agree to, by its page. */
const TEXTS = [
  ["terms", "options.privacy.terms"],
  ["privacy", "options.privacy.policy"],
] as const;

/** Measuring, how long data is kept, and how long staff stay signed in. */
export function PrivacySection({ opened }: { opened: OpenSection }) {
  const { t, locale } = useText();
  const form = useOptionsForm(opened);
  return (
    <SectionForm form={form}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t("options.privacy.pixel")}>
          <OptionField form={form} name="fb_pixel_id" isNumber isOptional help={t("options.privacy.pixelHelp")} />
        </Panel>
        <Panel title={t("options.privacy.staff")}>
          <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
            <OptionField form={form} name="staff_idle_hours" unit={t("options.unit.hours")} />
            <OptionField form={form} name="staff_session_hours" unit={t("options.unit.hours")} />
          </div>
        </Panel>
        <Panel title={t("options.privacy.texts")} className="lg:col-span-2" footer={t("options.privacy.textsHelp")}>
          <ul className="grid gap-2">
            {TEXTS.map(([page, name]) => (
              <li key={page} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="w-44 font-semibold">{t(name)}</span>
                <span className="mr-auto text-text-2">
                  <TextVersion version={opened.facts.agreed?.[page] ?? null} />
                </span>
                <AdminLink small to={localizedPath(`/admin/pages/${page}`, locale)}>
                  {t("options.privacy.editText", { page: t(name) })}
                </AdminLink>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={t("options.privacy.kept")} className="lg:col-span-2">
          <OptionField
            form={form}
            name="access_log_days"
            unit={t("options.unit.days")}
            help={t("options.privacy.accessHelp")}
            className="max-w-72"
          />
          <h3 className="mt-4 mb-1 font-semibold">{t("options.privacy.termsOf")}</h3>
          <p className="mb-3 max-w-[70ch] text-text-2">{t("options.privacy.termsHelp")}</p>
          <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2 xl:grid-cols-3">
            {Object.entries(TERMS).map(([kind, key]) => (
              <OptionField
                key={key}
                form={form}
                name={key}
                unit={t(key === "keep_bookings_years" ? "options.unit.years" : "options.unit.days")}
                help={t(`options.privacy.of.${kind as TermOf}`)}
              />
            ))}
          </div>
        </Panel>
      </div>
    </SectionForm>
  );
}

/** Which version guests agree to now. */
function TextVersion({ version }: { version: ListedVersion | null }) {
  const { t, locale } = useText();
  if (!version) return t("options.privacy.notYet");
  const date = dayOf(dateIn(new Date(version.at), HOME_ZONE), locale);
  if (version.own !== null) return t("options.privacy.ownText", { date });
  return version.by
    ? t("options.privacy.publishedBy", { date, name: version.by })
    : t("options.privacy.published", { date });
}
