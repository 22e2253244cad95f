import { useText } from "#src/locales/use-text.ts";
import type { HomeContent } from "#src/modules/site/content/schema.ts";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Number of testimonials shown (spec section 2.5). */
const SHOWN = 3;
const FLAGS = [
  ["marigold", "text-brand"],
  ["toast", "text-agave"],
  ["star", "text-marigold"],
] as const;

/** Testimonials in the guests' own words; renders nothing without any. */
export function Testimonials({ testimonials }: { testimonials: HomeContent["testimonials"] }) {
  const { t } = useText();
  const items = testimonials.items.slice(0, SHOWN);
  if (items.length === 0) return null;
  return (
    <section aria-label={t("content-home.testimonials.label")} className="wrap section grid md:grid-cols-3">
      {items.map(({ text, author, country }, index) => {
        const [motif, colour] = FLAGS[index % FLAGS.length] ?? FLAGS[0];
        return (
          <figure
            key={text}
            className="border-dotted border-border-strong max-md:py-6 max-md:not-first:border-t-2 md:px-8 md:first:pl-0 md:not-first:border-l-2"
          >
            <Flag motif={motif} className={`mb-4 w-10.5 ${colour}`} />
            <blockquote className="font-display text-[clamp(1.25rem,1.05rem+0.75vw,1.5rem)] leading-[1.28] font-bold">
              {t("content-home.testimonials.quote", { text })}
            </blockquote>
            <figcaption className="mt-4 text-text-2">
              <strong className="text-text">{author}</strong>
              {country && `, ${country}`}
            </figcaption>
          </figure>
        );
      })}
    </section>
  );
}
