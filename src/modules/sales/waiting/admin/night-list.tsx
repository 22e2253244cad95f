import { Link, useFetcher } from "react-router";
import { clockIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ListedEntry } from "#src/modules/sales/waiting/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";

type NightListProps = { entries: readonly ListedEntry[]; zone: string; may: boolean };

const isAlive = ({ state }: ListedEntry) => state === "waiting" || state === "offered";

/** The parties of a night in the order of asking, then what became of the others. */
export function NightList({ entries, zone, may }: NightListProps) {
  const { t } = useText();
  const [alive, past] = [entries.filter(isAlive), entries.filter((entry) => !isAlive(entry))];
  return (
    <div className="grid gap-4">
      <Panel padded={false}>
        {alive.length === 0 ? (
          <Empty title={t("waiting-admin.empty")} />
        ) : (
          <ol>
            {alive.map((entry) => (
              <Party key={entry.id} entry={entry} zone={zone} may={may} />
            ))}
          </ol>
        )}
      </Panel>
      {past.length > 0 && (
        <Panel title={t("waiting-admin.past", { count: past.length })} padded={false}>
          <ul>
            {past.map((entry) => (
              <Party key={entry.id} entry={entry} zone={zone} may={false} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

const TONES: Record<ListedEntry["state"], Tone> = {
  waiting: "waiting",
  offered: "judge",
  booked: "done",
  declined: "none",
  lapsed: "failed",
  left: "none",
  removed: "none",
  closed: "none",
};

function Party({ entry, zone, may }: { entry: ListedEntry; zone: string; may: boolean }) {
  const { t, locale } = useText();
  const { state, name, email, people, value, until, booking_id: bookingId } = entry;
  const amount = formatMoney({ amount: value.amount_minor, currency: value.currency as Currency }, locale);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-border px-3.5 py-2.5 last:border-b-0">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{name || email}</span>
          <Badge tone={TONES[state]}>{t(`waiting-admin.state.${state}`)}</Badge>
          {until && (
            <span className="text-text-3">{t("waiting-admin.until", { time: clockIn(new Date(until), zone) })}</span>
          )}
        </p>
        <p className="text-text-3 wrap-anywhere">
          {[t("waiting-admin.people", { count: people }), amount, email].filter(Boolean).join(" · ")} ·{" "}
          <Moment at={entry.asked_at} />
        </p>
      </div>
      {bookingId && (
        <Link to={localizedPath(`/admin/bookings/${bookingId}`, locale)} className={ADMIN_LINK}>
          {t("waiting-admin.booking")}
        </Link>
      )}
      {may && state === "waiting" && <Acts id={entry.id} name={name || email} />}
    </li>
  );
}

function Acts({ id, name }: { id: string; name: string }) {
  const { t } = useText();
  const fetcher = useFetcher<unknown>();
  useFlash(fetcher.data);
  const intent = fetcher.formData?.get("intent");
  return (
    <fetcher.Form method="post" className="flex gap-2">
      <input type="hidden" name="id" value={id} />
      <AdminButton
        type="submit"
        name="intent"
        value="offer"
        busy={intent === "offer"}
        aria-label={t("waiting-admin.offerTo", { name })}
      >
        {t("waiting-admin.offer")}
      </AdminButton>
      <AdminButton
        type="submit"
        name="intent"
        value="remove"
        kind="quiet"
        busy={intent === "remove"}
        aria-label={t("waiting-admin.removeOf", { name })}
      >
        {t("waiting-admin.remove")}
      </AdminButton>
    </fetcher.Form>
  );
}
