import { Link } from "react-router";
import { clockTime } from "#src/kernel/local-time.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { eventDate, stillToCome } from "#src/modules/site/content/rules/event-date.ts";
import type { HomeContent } from "#src/modules/site/content/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Picture } from "#src/ui/picture.tsx";
import { CutEdge } from "#src/ui/sheet.tsx";
import { SectionHead } from "#src/ui/section-head.tsx";

type Event = HomeContent["events"]["items"][number];

/** Dark backgrounds with a contrast of at least 7 to light text. */
const FEET = ["bg-[#5a1020]", "bg-[#3d0d2a]", "bg-[#0f4a4c]"];

type EventsProps = {
  events: HomeContent["events"];
  /** YYYY-MM-DD: what was before it isn't shown anymore. */
  today: string;
};

/** Special events besides the regular night; renders nothing without any to come. */
export function Events({ events, today }: EventsProps) {
  const { t } = useText();
  const items = stillToCome(events.items, today);
  if (items.length === 0) return null;
  return (
    <section className="wrap section pt-6 md:pt-10">
      <SectionHead title={events.title ?? t("content-home.events.title")} lead={t("content-home.events.lead")} />
      <ul className="grid gap-5 md:grid-cols-2 md:gap-6 lg:grid-cols-3">
        {items.map((event, index) => (
          <li key={event.title} className="md:max-lg:last:odd:col-span-2">
            <EventCard event={event} today={today} foot={FEET[index % FEET.length] ?? ""} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EventCard({ event, today, foot }: { event: Event; today: string; foot: string }) {
  const { t, locale } = useText();
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus">
      <div className={classNames("min-h-24 grow", foot)}>
        {event.backgroundImage && (
          <Picture
            src={event.backgroundImage}
            alt=""
            missing={t("site.imageMissing")}
            sizes="(min-width: 1024px) 384px, (min-width: 768px) 46vw, 94vw"
            className="aspect-[4/3.3] h-full w-full object-cover object-[50%_40%]"
          />
        )}
      </div>
      <div className={classNames("relative px-5.5 pt-3 pb-5.5", foot)}>
        <CutEdge className={classNames("absolute inset-x-0 -top-[29px] -scale-y-100", foot)} />
        <h3 className="text-h3 decoration-marigold decoration-3 underline-offset-[0.2em] group-hover:underline">
          <EventName event={event} />
        </h3>
        {event.subtitle && <p className="mt-1.5 text-[0.9688rem]">{event.subtitle}</p>}
        {(event.date ?? event.time) && (
          <p className="mt-3.5 flex flex-wrap justify-between gap-x-2 text-[0.9688rem] font-bold">
            <span>{event.date && eventDate(event.date, today, locale)}</span>
            <span className="tabular-nums">{event.time && timeText(event.time, locale)}</span>
          </p>
        )}
      </div>
    </article>
  );
}

const timeText = (time: string, locale: Locale) => (/^\d{1,2}:\d\d$/.test(time) ? clockTime(time, locale) : time);

/** Title of an event; with a link, the whole card is clickable. */
function EventName({ event: { title, link } }: { event: Event }) {
  const { locale } = useText();
  const whole = "no-underline outline-none after:absolute after:inset-0";
  if (!link) return title;
  if (!link.startsWith("/")) {
    return (
      <a href={link} className={whole}>
        {title}
      </a>
    );
  }
  return (
    <Link to={localizedPath(link, locale)} className={whole}>
      {title}
    </Link>
  );
}
