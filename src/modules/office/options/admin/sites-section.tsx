import { useText } from "#src/locales/use-text.ts";
import { SetElsewhere } from "#src/modules/office/options/admin/set-elsewhere.tsx";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** Which address shows which site, and what is on it. All of it is set in the environment. */
export function SitesSection({ opened }: { opened: OpenSection }) {
  const { t } = useText();
  const { sites } = opened.facts;
  if (!sites) return null;
  return (
    <div className="grid gap-4">
      <Panel title={t("options.sites.title")} padded={false}>
        <ul>
          {sites.shown.map(({ site, cities, crawls, nights }) => (
            <li
              key={site}
              className="grid gap-x-4 gap-y-1 border-b border-border px-3.5 py-2.5 last:border-b-0 md:grid-cols-[11rem_minmax(0,1fr)_13rem]"
            >
              <span className="grid">
                <strong>{t(`options.sites.name.${site}`)}</strong>
                <code className="font-mono text-fine text-text-3">{site}</code>
              </span>
              <span className="grid min-w-0">
                <span>{t(`options.sites.host.${site}`)}</span>
                <span className="text-fine text-text-3">{cities.join(", ")}</span>
              </span>
              <span className="grid justify-items-start gap-0.5 md:justify-items-end">
                <span className="text-text-2">{t("options.sites.crawls", { count: crawls })}</span>
                {nights === 0 ? (
                  <Badge tone="judge">{t("options.sites.noNights")}</Badge>
                ) : (
                  <span className="text-fine text-text-3">{t("options.sites.nights", { nights })}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={t("options.sites.addresses")}>
        {sites.fixed && (
          <p className="mb-2">{t("options.sites.fixed", { site: t(`options.sites.name.${sites.fixed}`) })}</p>
        )}
        <ul className="mb-3 grid gap-1 font-mono wrap-anywhere">
          {[...new Set([sites.base, ...sites.origins])].map((origin) => (
            <li key={origin}>{origin}</li>
          ))}
        </ul>
        <SetElsewhere names={["BASE_URL", "SITE", "SITE_ORIGINS"]} />
      </Panel>
    </div>
  );
}
