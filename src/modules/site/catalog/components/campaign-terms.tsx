import { Check, IdCard, MapPin, Minus, ShieldCheck } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";

type CampaignTermsProps = {
  /** Null where the site doesn't have it: only what holds for every crawl is said. */
  crawl: Pick<PubCrawl, "includes" | "excludes" | "meeting_place"> | null;
};

/** A campaign's terms: what a seat includes, the meeting place, who may come, and the refund rule in one sentence. */
export function CampaignTerms({ crawl }: CampaignTermsProps) {
  const { t } = useText();
  const icon = "mt-0.5 shrink-0 text-agave-text";
  return (
    <section className="wrap section grid gap-x-12 gap-y-9 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.4fr]">
      <Terms title={t("content-campaigns.included")} points={crawl?.includes ?? []}>
        <Check aria-hidden size={20} strokeWidth={2.5} className={icon} />
      </Terms>
      <Terms title={t("content-campaigns.excluded")} points={crawl?.excludes ?? []}>
        <Minus aria-hidden size={20} className="mt-0.5 shrink-0 text-text-3" />
      </Terms>
      <div className="sm:max-lg:col-span-2">
        {crawl?.meeting_place && (
          <Terms title={t("content-campaigns.meeting")} points={[crawl.meeting_place]}>
            <MapPin aria-hidden size={20} className={icon} />
          </Terms>
        )}
        <ul className="mt-5 grid gap-2.5 text-text-2">
          <li className="flex gap-3">
            <ShieldCheck aria-hidden size={20} className={icon} />
            {t("content-campaigns.refund")}
          </li>
          <li className="flex gap-3">
            <IdCard aria-hidden size={20} className={icon} />
            {t("content-campaigns.age")}
          </li>
        </ul>
      </div>
    </section>
  );
}

function Terms({ title, points, children }: { title: string; points: readonly string[]; children: ReactNode }) {
  if (points.length === 0) return null;
  return (
    <div>
      <h2 className="mb-3 text-h3">{title}</h2>
      <ul className="grid gap-2.5 font-medium">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            {children}
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}
