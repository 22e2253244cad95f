import { Route as RouteIcon } from "#src/ui/lucide/icons.ts";
import type { CSSProperties } from "react";
import { clockTime } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import type { HomeContent } from "#src/modules/site/content/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { CutEdge } from "#src/ui/sheet.tsx";
import { SectionHead } from "#src/ui/section-head.tsx";

type Stop = HomeContent["route"]["stops"][number];

/** The five stops of a night (spec section 9), used when none are stored: message name and time. */
const STOPS = [
  ["meet", "20:00"],
  ["second", "21:30"],
  ["third", "22:30"],
  ["fourth", "23:15"],
  ["last", "00:30"],
] as const;

/** The grounds of what stands above and below, for the torn edges. */
type Ground = "ground" | "tinted";
const EDGES = { ground: "bg-ground", tinted: "bg-surface-2" } as const;

type RouteTimelineProps = { route: HomeContent["route"]; above: Ground; below: Ground };

/** A night's stops as a string of lights, one bulb per stop, the last in another color. */
export function RouteTimeline({ route, above, below }: RouteTimelineProps) {
  const { t } = useText();
  const own = useOwnStops();
  const stops = route.stops.length > 0 ? route.stops : own;
  return (
    <section className="relative">
      <div className="night overflow-hidden py-[calc(var(--section)+1.25rem)] dark:[--c-bg:var(--n-sky-2)]">
        <div className="wrap">
          <SectionHead title={route.title ?? t("content-home.route.title")} lead={t("content-home.route.lead")} />
          <ol
            style={{ "--stops": stops.length } as CSSProperties}
            className="max-md:mt-8 max-md:ml-3.5 md:grid md:grid-cols-[repeat(var(--stops),minmax(0,1fr))]"
          >
            {stops.map((stop, index) => (
              <StopItem key={stop.time + stop.title} stop={stop} isLast={index === stops.length - 1} />
            ))}
          </ol>
          <p className="mt-8 flex gap-3 text-small text-text-2">
            <RouteIcon aria-hidden size={20} className="mt-0.5 shrink-0" />
            {route.disclaimer ?? t("content-home.route.disclaimer")}
          </p>
        </div>
      </div>
      <CutEdge className={classNames("absolute inset-x-0 -top-px", EDGES[above])} />
      <CutEdge className={classNames("absolute inset-x-0 -bottom-px -scale-y-100", EDGES[below])} />
    </section>
  );
}

function useOwnStops(): Stop[] {
  const { t } = useText();
  return STOPS.map(([name, time]) => ({
    time,
    title: t(`content-home.route.${name}.title`),
    description: t(`content-home.route.${name}.text`),
    badge: name === "fourth" ? t("content-home.route.freeShot") : undefined,
  }));
}

function StopItem({ stop, isLast }: { stop: Stop; isLast: boolean }) {
  const { locale } = useText();
  return (
    <li className="relative max-md:border-l-2 max-md:border-border max-md:pb-7 max-md:pl-8 max-md:last:border-transparent max-md:last:pb-0">
      <StringWithBulb isLast={isLast} />
      <div className="md:pt-5 md:pr-5">
        <p className="display text-[clamp(1.75rem,1.3rem+1.5vw,2.4rem)] leading-none text-marigold tabular-nums">
          {/^\d{1,2}:\d\d$/.test(stop.time) ? clockTime(stop.time, locale) : stop.time}
        </p>
        <h3 className="mt-2 text-xl">{stop.title}</h3>
        {stop.description && <p className="mt-1 text-small text-text-2">{stop.description}</p>}
        {stop.badge && (
          <p className="mt-2.5 inline-block rounded-sm bg-brand px-2.5 py-1 text-[0.875rem] leading-tight font-bold text-on-brand">
            {stop.badge}
          </p>
        )}
      </div>
    </li>
  );
}

/** A bulb on its piece of string; on phones the line on the left is the string, so only the bulb is drawn. */
function StringWithBulb({ isLast }: { isLast: boolean }) {
  return (
    <svg
      viewBox="0 0 240 62"
      aria-hidden
      className="block overflow-visible max-md:absolute max-md:top-[-11px] max-md:-left-[25px] max-md:h-12.5 md:h-auto md:w-full"
    >
      <path
        d="M0 14c43.7 0 76.3 34 120 34s76.3 -34 120 -34"
        fill="none"
        stroke="var(--n-line)"
        strokeWidth="2.5"
        className="max-md:hidden"
      />
      <circle cx="24" cy="29" r="26" fill="var(--c-marigold)" opacity=".14" />
      <circle cx="24" cy="29" r="17" fill="var(--c-marigold)" opacity=".25" />
      <path d="M20.5 14h7v8h-7z" fill="#8a6070" />
      <circle cx="24" cy="29" r="9.5" fill={isLast ? "var(--c-brand)" : "var(--c-marigold)"} />
      <circle cx="21.5" cy="26" r="2.6" fill="var(--c-paper)" />
    </svg>
  );
}
