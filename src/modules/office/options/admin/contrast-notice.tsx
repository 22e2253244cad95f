import { TriangleAlert } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { type ContrastCheck, ENOUGH, type Offer } from "#src/modules/office/options/rules/contrast.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";

type ContrastNoticeProps = { checks: readonly ContrastCheck[]; onTake: (offer: Offer) => void };

/** How readable the colors are in figures, and for what is too faint the nearest colors that would do. */
export function ContrastNotice({ checks, onTake }: ContrastNoticeProps) {
  const { t } = useText();
  const failing = checks.filter(({ passes }) => !passes);
  return (
    <div className="mt-3.5 grid gap-3">
      {failing.length > 0 && (
        <div role="status">
          <AdminNotice icon={<TriangleAlert aria-hidden size={16} />}>
            <ul className="grid gap-2.5">
              {failing.map(({ pair, ratio, offers }) => (
                <li key={pair} className="grid gap-1.5">
                  <p>
                    <strong>{t(`options.contrast.fails.${pair}`, { ratio: ratio.toFixed(2), enough: ENOUGH })}</strong>{" "}
                    {t(`options.contrast.then.${pair}`)}
                  </p>
                  <div className="flex flex-wrap gap-2">
                    {offers.map((offer) => (
                      <AdminButton key={offer.key} small onClick={() => onTake(offer)} icon={<Swatch {...offer} />}>
                        {t(
                          offer.key === "button_text_color" ? "options.contrast.useText" : "options.contrast.useColour",
                          { colour: offer.colour, ratio: offer.ratio.toFixed(2) },
                        )}
                      </AdminButton>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          </AdminNotice>
        </div>
      )}
      <ul aria-label={t("options.contrast.title")} className="flex flex-wrap gap-x-6 gap-y-1">
        {checks.map(({ pair, ratio, passes }) => (
          <li key={pair} className="flex flex-wrap items-center gap-2">
            <span className="font-semibold tabular-nums">
              {t("options.contrast.ratio", { ratio: ratio.toFixed(2) })}
            </span>
            <Badge tone={passes ? "done" : "failed"} plain>
              {t(passes ? "options.contrast.good" : "options.contrast.faint")}
            </Badge>
            <span className="text-text-3">{t(`options.contrast.pair.${pair}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Swatch = ({ colour }: Offer) => (
  <span aria-hidden className="size-3.5 rounded-sm border border-line-2" style={{ backgroundColor: colour }} />
);
