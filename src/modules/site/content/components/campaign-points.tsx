import { useText } from "#src/locales/use-text.ts";
import type { Campaign } from "#src/modules/site/content/rules/campaigns.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Flag } from "#src/ui/papel-picado.tsx";

const FLAG_COLOURS = ["text-brand", "text-marigold", "text-brand-light"] as const;
const POINTS = ["first", "second", "third"] as const;

/** A campaign's three selling points, each with a flag. */
export function CampaignPoints({ campaign }: { campaign: Campaign }) {
  const { t } = useText();
  return (
    <section className="wrap pt-10 pb-4 md:pt-14">
      <ul className="grid gap-8 md:grid-cols-3">
        {POINTS.map((point, index) => (
          <li key={point} className="flex gap-5">
            <Flag
              motif={campaign.flags[index]!}
              className={classNames("w-21 shrink-0 self-start", FLAG_COLOURS[index])}
            />
            <div>
              <h2 className="mt-1 mb-1.5 text-h3">{t(`content-campaigns.${campaign.name}.${point}`)}</h2>
              <p className="text-text-2">{t(`content-campaigns.${campaign.name}.${point}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
