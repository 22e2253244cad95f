import { CalendarDays, Clock, Users } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { clockTime, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { moneyOf } from "#src/modules/sales/schedule/rules/shown-money.ts";
import type { CrawlCard as Card, CrawlOffer } from "#src/modules/sales/schedule/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Picture } from "#src/ui/picture.tsx";

const NO_BREAK = "\u00A0";

type CrawlCardsProps = {
  cards: readonly Card[];
  /** the level of their titles */
  heading?: "h2" | "h3";
  /** whether the first one is on the page's first screen */
  first?: boolean;
};

/** Crawls as cards, three per row; a single one is laid out horizontally. */
export function CrawlCards({ cards, heading = "h2", first = false }: CrawlCardsProps) {
  const alone = cards.length === 1;
  return (
    <ul className={alone ? "max-w-[54rem]" : "grid gap-5 sm:grid-cols-2 md:gap-7 lg:grid-cols-3"}>
      {cards.map((card, index) => (
        <li key={card.slug}>
          <CrawlCard card={card} Heading={heading} alone={alone} first={first && index === 0} />
        </li>
      ))}
    </ul>
  );
}

type CrawlCardProps = { card: Card; Heading: "h2" | "h3"; alone: boolean; first?: boolean };

/** A crawl's card; `alone` is laid out horizontally where there is room. */
export function CrawlCard({ card, Heading, alone, first = false }: CrawlCardProps) {
  const { t, locale } = useText();
  return (
    <article
      className={classNames(
        "group relative flex h-full flex-col rounded-lg bg-surface p-[11px] shadow-md",
        alone && "sm:grid sm:grid-cols-[6fr_5fr] sm:gap-x-3",
      )}
    >
      <Picture
        src={card.image ?? "/pictures/toast"}
        alt=""
        missing={t("site.imageMissing")}
        priority={first}
        sizes={`(min-width: 1200px) ${alone ? 450 : 364}px, (min-width: 1024px) ${alone ? 40 : 30}vw, (min-width: 640px) 46vw, 88vw`}
        className="aspect-4/3 w-full rounded-md object-cover object-[75%_50%]"
      />
      {card.offer?.onSale && (
        <p className="absolute top-5.5 left-5.5 rounded-sm bg-marigold px-2.5 py-1 text-[0.875rem] leading-tight font-bold text-on-marigold">
          {t("catalog.card.sale")}
        </p>
      )}
      <div className="flex grow flex-col px-2.5 pt-4 pb-2.5">
        <p className="text-small font-semibold text-text-2">{card.city_name}</p>
        <Heading className="mb-3 text-h3">
          {/* makes the whole card a link */}
          <Link
            to={localizedPath(`/crawls/${card.slug}`, locale)}
            className="no-underline decoration-3 underline-offset-4 group-hover:underline after:absolute after:inset-0 after:rounded-lg"
          >
            {card.title}
          </Link>
        </Heading>
        <ul className="mb-4 grid gap-1.5 text-[0.9688rem]">
          <Fact Icon={CalendarDays}>
            {card.offer
              ? t("catalog.card.next", {
                  date: shortDate(card.offer.next.date, locale, card.today),
                  time: clockTime(card.offer.next.start_time, locale).replace(" ", NO_BREAK),
                })
              : t("catalog.card.none")}
          </Fact>
          <Fact Icon={Clock}>{card.duration}</Fact>
          <Fact Icon={Users}>{card.group_size && t("catalog.card.group", { size: card.group_size })}</Fact>
        </ul>
        {card.offer && <FromPrice offer={card.offer} />}
      </div>
    </article>
  );
}

function Fact({ Icon, children }: { Icon: typeof Clock; children: ReactNode }) {
  return children ? (
    <li className="flex gap-2.5">
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-agave-text" />
      {children}
    </li>
  ) : null;
}

function FromPrice({ offer }: { offer: CrawlOffer }) {
  const { t, locale } = useText();
  return (
    <p className="mt-auto flex flex-wrap items-baseline gap-x-2.5 gap-y-1 border-t border-border pt-3.5">
      {offer.varies && <span className="text-small text-text-2">{t("catalog.card.from")}</span>}
      <span className="display text-[1.75rem] leading-none tabular-nums">
        {formatMoney(moneyOf(offer.from), locale)}
      </span>
      {offer.onSale && (
        <s className="text-text-3 tabular-nums">
          <span className="sr-only">{t("catalog.card.before")}</span>
          {formatMoney(moneyOf(offer.regular), locale)}
        </s>
      )}
      <span className="text-small text-text-2">{t("catalog.card.perPerson")}</span>
    </p>
  );
}
