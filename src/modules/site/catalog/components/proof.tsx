import { MapPin, Star } from "#src/ui/lucide/icons.ts";
import { numberFormat } from "#src/kernel/formatters.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { MapLink } from "#src/modules/site/catalog/components/map-link.tsx";
import type { NightGuide, NightProof } from "#src/modules/site/catalog/rules/proof.ts";
import { Picture } from "#src/ui/picture.tsx";

/**
 * Why a night can be trusted, beside its price: its bars and guides by name, and what guests say. Whatever isn't known is left
 * out; nothing where nothing is.
 */
export function Proof({ proof: { rated, meeting, bars, guides } }: { proof: NightProof }) {
  const { t, locale } = useText();
  return (
    <div className="grid gap-3 text-small empty:hidden">
      {meeting && (
        <p className="flex gap-2.5">
          <MapPin aria-hidden size={18} className="mt-0.5 shrink-0 text-agave-text" />
          <MapLink to={meeting.map}>{meeting.place}</MapLink>
        </p>
      )}
      {guides.length > 0 && <Guides guides={guides} />}
      {bars.length > 0 && (
        <p className="text-text-2">
          <strong className="text-text">{t("catalog-proof.bars", { count: bars.length })}</strong> {bars.join(" · ")}
        </p>
      )}
      {rated && rated.count > 0 && (
        <figure>
          <p className="flex items-center gap-2">
            <Star aria-hidden size={18} className="shrink-0 fill-marigold text-marigold-dark" />
            <span className="sr-only">{t("catalog-proof.rated", { rating: oneDigit(rated.rating, locale) })}</span>
            <strong aria-hidden className="tabular-nums">
              {oneDigit(rated.rating, locale)}
            </strong>
            <span className="text-text-2">{t("catalog-proof.reviews", { count: rated.count })}</span>
          </p>
          {rated.quote && (
            <>
              <blockquote className="mt-1 font-medium">
                {t("catalog-proof.quote", { text: rated.quote.text })}
              </blockquote>
              <figcaption className="text-text-2">
                {rated.quote.country ? `${rated.quote.author}, ${rated.quote.country}` : rated.quote.author}
              </figcaption>
            </>
          )}
        </figure>
      )}
    </div>
  );
}

const oneDigit = (figure: number, locale: Locale) =>
  numberFormat(locale === "es" ? "es-MX" : "en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    figure,
  );

function Guides({ guides }: { guides: readonly NightGuide[] }) {
  const { t } = useText();
  const names = guides.map(({ name }) => name).join(" · ");
  return (
    <p className="flex items-center gap-2.5">
      {guides.map(
        ({ name, portrait }) =>
          portrait && (
            <Picture
              key={name}
              src={portrait}
              alt=""
              sizes="40px"
              missing=""
              className="size-10 shrink-0 rounded-full border border-border object-cover"
            />
          ),
      )}
      <span>
        <strong>{t("catalog-proof.guide", { count: guides.length })}</strong> {names}
      </span>
    </p>
  );
}
