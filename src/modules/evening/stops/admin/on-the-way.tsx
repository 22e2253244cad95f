import { Footprints, MapPin, Undo2 } from "#src/ui/lucide/icons.ts";
import type { FormEvent, ReactNode } from "react";
import { Form } from "react-router";
import { clockTime, timeIn } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { isSecondTap } from "#src/modules/evening/stops/admin/second-tap.ts";
import type { NewTap } from "#src/modules/evening/stops/admin/use-taps.ts";
import type { ShownWay } from "#src/modules/evening/stops/rules/way-view.ts";
import type { ShownStop } from "#src/modules/evening/stops/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { AdminButton, adminButtonClass } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type OnTheWayProps = {
  stops: readonly ShownStop[];
  reached: ShownWay["reached"];
  where: ShownWay["where"];
  zone: string;
} & Tapping;

type Tapping = {
  /** Under which the next tap is counted once, where the page runs without scripts. */
  tapKey: string;
  tap: (what: NewTap) => void;
};

/** Where the group is, in letters for a dark street: one big button says that it has come to the next bar. */
export function OnTheWay({ stops, reached, where, zone, tapKey, tap }: OnTheWayProps) {
  const { t, locale } = useText();
  const find = (id: string | null) => stops.find((stop) => stop.id === id) ?? null;
  const here = where.state === "at" ? find(where.current) : null;
  const next = find(where.next);
  return (
    <div className="grid gap-4">
      <Panel>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 py-1">
          <p role="status" className="text-text-2">
            {here ? (
              <>
                {t("stops-admin.way.here", { time: timeIn(new Date(where.since!), zone, locale) })}
                <strong className="block font-display text-2xl text-text">{here.name}</strong>
                {here.address}
              </>
            ) : (
              t(where.state === "over" ? "stops-admin.way.over" : "stops-admin.way.notYet")
            )}
          </p>
          {here?.guide_note && <p className="rounded-md bg-marigold-tint px-3 py-2">{here.guide_note}</p>}
          {next && (
            <TapForm intent="arrived" stop={next.id} tapKey={tapKey} tap={tap}>
              <BigButton label={t("stops-admin.way.next")}>
                {t("stops-admin.way.nextAt", { bar: next.name, time: clockTime(next.at, locale) })}
              </BigButton>
            </TapForm>
          )}
          {!next && where.state === "at" && <p className="text-text-2">{t("stops-admin.way.last")}</p>}
          <div className="flex flex-wrap gap-2">
            {next && <MapButton stop={next} label={t("stops-admin.way.map", { bar: next.name })} />}
            {here && (
              <TapForm intent="undone" stop={here.id} tapKey={tapKey} tap={tap}>
                <AdminButton
                  kind="quiet"
                  type="submit"
                  className="h-auto! text-left whitespace-normal!"
                  icon={<Undo2 aria-hidden size={15} />}
                >
                  {t("stops-admin.way.undo", { bar: here.name })}
                </AdminButton>
              </TapForm>
            )}
          </div>
        </div>
      </Panel>
      <Panel title={t("stops-admin.way.stops")} padded={false}>
        <ol className="grid divide-y divide-border border-t border-border">
          {stops.map((stop) => {
            const state = stateOf(stop, where, { reached, stops });
            return (
              <StopLine
                key={stop.id}
                stop={stop}
                state={state}
                mayTap={state === "later" || (state === "passed" && where.state === "plan")}
                at={reached.find(({ id }) => id === stop.id)?.at ?? null}
                zone={zone}
                tapKey={tapKey}
                tap={tap}
              />
            );
          })}
        </ol>
      </Panel>
    </div>
  );
}

type State = "here" | "been" | "passed" | "next" | "later" | "skipped";
const TONES: Record<State, Tone> = {
  here: "done",
  been: "done",
  passed: "none",
  next: "waiting",
  later: "none",
  skipped: "failed",
};

function stateOf(
  { id, skipped }: ShownStop,
  where: OnTheWayProps["where"],
  { reached, stops }: Pick<OnTheWayProps, "reached" | "stops">,
): State {
  if (where.state === "at" && id === where.current) return "here";
  if (reached.some((stop) => stop.id === id)) return "been";
  if (skipped) return "skipped";
  if (id === where.next) return "next";
  const [index, next] = [id, where.next].map((one) => stops.findIndex((stop) => stop.id === one)) as [number, number];
  return next === -1 || index < next ? "passed" : "later";
}

type StopLineProps = {
  stop: ShownStop;
  state: State;
  /** Whether the group can be said to be there: a stop before the one where it is wouldn't count. */
  mayTap: boolean;
  at: string | null;
  zone: string;
} & Tapping;

function StopLine({ stop, state, mayTap, at, zone, tapKey, tap }: StopLineProps) {
  const { t, locale } = useText();
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-3.5 py-3 md:grid-cols-[5.5rem_minmax(0,1fr)_auto_6.5rem]">
      <span className="font-semibold tabular-nums">{clockTime(stop.at, locale)}</span>
      <span className={classNames("min-w-0 max-md:col-span-2", state === "skipped" && "line-through")}>
        <span className="block font-semibold">{stop.name}</span>
        <span className="block text-text-3">{stop.address}</span>
        {stop.vouchers > 0 && <span className="block">{t("stops-admin.vouchers", { count: stop.vouchers })}</span>}
      </span>
      <span className="max-md:col-start-2 max-md:row-start-2">
        <Badge tone={TONES[state]}>
          {at
            ? t("stops-admin.way.since", { time: timeIn(new Date(at), zone, locale) })
            : t(`stops-admin.way.state.${state}`)}
        </Badge>
      </span>
      {mayTap && (
        <TapForm
          intent="arrived"
          stop={stop.id}
          tapKey={tapKey}
          tap={tap}
          className="justify-self-end max-md:col-start-3 max-md:row-start-2"
        >
          <AdminButton type="submit" small aria-label={t("stops-admin.way.hereAt", { bar: stop.name })}>
            {t("stops-admin.way.weAreHere")}
          </AdminButton>
        </TapForm>
      )}
    </li>
  );
}

function MapButton({ stop, label }: { stop: ShownStop; label: string }) {
  if (stop.map_url === null) return null;
  return (
    <a href={stop.map_url} target="_blank" rel="noreferrer" className={adminButtonClass({})}>
      <MapPin aria-hidden size={15} />
      {label}
    </a>
  );
}

function BigButton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <button
      type="submit"
      className="grid min-h-28 w-full place-items-center content-center gap-1 rounded-panel bg-brand px-4 py-4 text-center text-on-brand select-none"
    >
      <span className="flex items-center gap-2 text-xl font-bold text-balance">
        <Footprints aria-hidden size={26} className="shrink-0" />
        {label}
      </span>
      <span className="text-lg">{children}</span>
    </button>
  );
}

type TapFormProps = {
  intent: "arrived" | "undone";
  stop: string;
  className?: string;
  children: ReactNode;
} & Tapping;

/** A tap: kept on the phone and sent from there; a form of its own where scripts don't run. */
function TapForm({ intent, stop, tapKey, tap, className, children }: TapFormProps) {
  const keep = (event: FormEvent) => {
    event.preventDefault();
    // the next button takes the place of the one that was tapped
    if (isSecondTap(event)) return;
    tap({ kind: intent, stop });
  };
  return (
    <Form method="post" onSubmit={keep} className={className}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="stop" value={stop} />
      <input type="hidden" name="key" value={tapKey} />
      {children}
    </Form>
  );
}
