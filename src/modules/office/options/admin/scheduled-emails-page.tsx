import type { Route } from "#routes/admin/office/+types/scheduled-emails.ts";
import { Link, useLocation } from "react-router";
import { LOCALES, type Locale } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { EmailTabs } from "#src/modules/mail/notifications/admin/email-tabs.tsx";
import type { ExampleEmail, ScheduledEmail, ScheduledKind } from "#src/modules/mail/notifications/rules/scheduled.ts";
import { OptionField, OptionSwitch } from "#src/modules/office/options/admin/option-field.tsx";
import { SectionForm } from "#src/modules/office/options/admin/section-form.tsx";
import { type OptionsForm, useOptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import type { SCHEDULED } from "#src/modules/office/options/rules/sections.ts";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import type { SettingKey } from "#src/modules/base/settings/rules/app-settings.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { EmailFrame } from "#src/ui/admin/email-frame.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** The settings of each email: its switch, and when it is sent. */
const KEYS: Record<ScheduledKind, { on: SettingKey; when: SettingKey; unit: "clock" | "hours" | "minutes" }> = {
  reminder_day_before: { on: "reminder_before_on", when: "reminder_before_at", unit: "clock" },
  reminder_today: { on: "reminder_today_on", when: "reminder_today_hours", unit: "hours" },
  rating_request: { on: "rating_on", when: "rating_at", unit: "clock" },
  checkout_unfinished: { on: "unfinished_on", when: "unfinished_minutes", unit: "minutes" },
};

type ScheduledExample = { kind: ScheduledKind; examples: Record<Locale, ExampleEmail> };

type ScheduledEmailsProps = {
  opened: OpenSection<typeof SCHEDULED>;
  emails: readonly ScheduledEmail[];
  /** the one whose looks are shown */
  shown: ScheduledExample | null;
};

/** The emails that leave by a night's clock: whether, when, how many, and what they look like. */
function ScheduledEmails({ opened, emails, shown: scheduled }: ScheduledEmailsProps) {
  const { t } = useText();
  const form = useOptionsForm(opened);
  const title = t("notifications-admin.scheduled.title");
  return (
    <>
      <PageHead
        title={t("notifications-admin.title")}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
      />
      <EmailTabs current="scheduled" mayChange maySchedule />
      {/* as high as the web font makes it on a phone, where the one before it breaks a line later */}
      <p className="mb-3 max-w-[75ch] text-text-2 max-md:min-h-[4lh]">{t("notifications-admin.scheduled.text")}</p>
      <SectionForm form={form}>
        <div className="grid gap-4">
          {emails.map((email) => (
            <OneEmail
              key={email.kind}
              form={form}
              email={email}
              scheduled={scheduled?.kind === email.kind ? scheduled : null}
            />
          ))}
        </div>
      </SectionForm>
    </>
  );
}

type OneEmailProps = { form: OptionsForm; email: ScheduledEmail; scheduled: ScheduledExample | null };

function OneEmail({ form, email: { kind, next, last }, scheduled }: OneEmailProps) {
  const { t } = useText();
  const { pathname } = useLocation();
  const { on, when, unit } = KEYS[kind];
  return (
    <Panel
      title={t(`email-kinds.name.${kind}`)}
      action={
        <Link to={scheduled ? pathname : `${pathname}?show=${kind}`} preventScrollReset className={ADMIN_LINK}>
          {t(scheduled ? "notifications-admin.scheduled.hide" : "notifications-admin.scheduled.show")}
        </Link>
      }
      footer={
        <span className="flex flex-wrap gap-x-5 gap-y-1 tabular-nums">
          <span>
            {kind === "checkout_unfinished"
              ? t("notifications-admin.scheduled.waiting", { count: next })
              : t("notifications-admin.scheduled.next", { count: next, on: String(form.texts[on] === "true") })}
          </span>
          <span>{t("notifications-admin.scheduled.last", { count: last })}</span>
        </span>
      }
    >
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-[minmax(0,1fr)_15rem]">
        <OptionSwitch form={form} name={on} help={t(`notifications-admin.scheduled.${kind}`)} />
        {unit === "clock" ? (
          <OptionField form={form} name={when} type="time" help={t("notifications-admin.scheduled.clock")} />
        ) : (
          <OptionField form={form} name={when} unit={t(`options.unit.${unit}`)} />
        )}
      </div>
      {scheduled && <Examples {...scheduled} />}
    </Panel>
  );
}

function Examples({ kind, examples }: ScheduledExample) {
  const { t } = useText();
  const name = t(`email-kinds.name.${kind}`);
  return (
    <div className="mt-3 border-t border-border pt-3">
      <p className="mb-2 text-fine text-text-3">{t("notifications-admin.scheduled.example")}</p>
      <div className="grid gap-4 lg:grid-cols-2">
        {LOCALES.map((locale) => (
          <section key={locale} lang={locale} className="min-w-0">
            <h3 className="text-fine text-text-3">{t(`notifications-admin.language.${locale}`)}</h3>
            <p className="mb-1.5 font-semibold wrap-anywhere">{examples[locale].subject}</p>
            <EmailFrame
              title={`${name} · ${t(`notifications-admin.language.${locale}`)}`}
              html={examples[locale].html}
            />
          </section>
        ))}
      </div>
    </div>
  );
}

export default function ScheduledEmailsPage({ loaderData }: Route.ComponentProps) {
  return <ScheduledEmails {...loaderData} />;
}
