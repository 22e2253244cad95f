import type { Route } from "#routes/admin/partners/+types/consents.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { AdEvents, type ReportedEvents } from "#src/modules/partners/measurement/admin/ad-events.tsx";
import { ConsentLog, type ShownConsents } from "#src/modules/partners/measurement/admin/consent-log.tsx";
import { CONSENT_LIST, EVENT_LIST } from "#src/modules/partners/measurement/rules/consent-log.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Download } from "#src/ui/lucide/icons.ts";

type Configured = { pixelId: string | null; token: boolean; testCode: string | null; textVersion: string };
type ConsentsProps = { log: ShownConsents | null; reported: ReportedEvents | null; configured: Configured };

/** What visitors decided about advertising and, in another view, what is reported to Meta. */
export function Consents({ log, reported, configured }: ConsentsProps) {
  const { t, locale } = useText();
  const base = localizedPath("/admin/consents", locale);
  return (
    <>
      <PageHead
        title={t("measurement.title")}
        tab={t("admin.tab", { page: t("measurement.title"), brand: t("common.brand") })}
        meta={t("measurement.meta")}
        actions={
          log && (
            <AdminLink
              to={CONSENT_LIST.href(`${base}/log.csv`, CONSENT_LIST.whole(log.filter))}
              reloadDocument
              download
              icon={<Download aria-hidden size={15} />}
            >
              {t("measurement.csv")}
            </AdminLink>
          )
        }
      />
      <ConfiguredParts {...configured} />
      <ViewTabs
        label={t("measurement.views")}
        views={[
          { label: t("measurement.log"), href: base, current: log !== null },
          {
            label: t("measurement.events"),
            href: EVENT_LIST.href(base, EVENT_LIST.values({ view: "events" })),
            current: reported !== null,
          },
        ]}
      />
      {log && <ConsentLog {...log} />}
      {reported && <AdEvents {...reported} />}
    </>
  );
}

/** What is set up, and what follows from what isn't. */
function ConfiguredParts({ pixelId, token, testCode, textVersion }: Configured) {
  const { t } = useText();
  const facts: [label: string, value: string, isSet: boolean][] = [
    [t("measurement.pixel"), pixelId ?? t("measurement.noPixel"), pixelId !== null],
    [t("measurement.token"), t(token ? "measurement.tokenSet" : "measurement.noToken"), token],
    [t("measurement.testCode"), testCode ?? t("measurement.noTestCode"), testCode !== null],
    [t("measurement.version"), textVersion, true],
  ];
  const follows = pixelId === null ? t("measurement.followsNoPixel") : token ? null : t("measurement.followsNoToken");
  return (
    <Panel className="mb-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
        {facts.map(([label, value, isSet]) => (
          <div key={label} className="min-w-0">
            <dt className="text-fine text-text-3">{label}</dt>
            <dd className={classNames("wrap-break-word", isSet ? "font-semibold" : "text-text-2")}>{value}</dd>
          </div>
        ))}
      </dl>
      {follows && <p className="mt-3 border-t border-border pt-2.5 text-text-2">{follows}</p>}
    </Panel>
  );
}

export default function ConsentsPage({ loaderData }: Route.ComponentProps) {
  return <Consents {...loaderData} />;
}
