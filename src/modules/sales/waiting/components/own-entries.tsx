import { Form, useNavigation } from "react-router";
import { clockTime, longDate, timeIn } from "#src/kernel/local-time.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import type { OwnEntry } from "#src/modules/sales/waiting/schema.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";

/** A ticket stub per night: how it stands, the offer to pay, and the way off the list. */
export function OwnEntries({ entries }: { entries: readonly OwnEntry[] }) {
  return (
    <ul className="grid gap-4">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Stub entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function Stub({ entry }: { entry: OwnEntry }) {
  const { t, locale } = useText();
  const { id, state, date, start_time: time, title, city, people, ahead, offer, zone } = entry;
  const isAlive = state === "waiting" || state === "offered";
  return (
    <article
      aria-labelledby={`night-${id}`}
      className="overflow-hidden rounded-md bg-surface inset-ring-[1.5px] inset-ring-border-strong"
    >
      <div className="px-5 pt-4 pb-4">
        <p className="text-small font-semibold text-text-2">{t(`waiting.state.${state}`)}</p>
        <h2 id={`night-${id}`} className="mt-0.5 text-h3">
          {t("waiting.own.night", { date: longDate(date, locale), time: clockTime(time, locale) })}
        </h2>
        <p className="mt-1.5 text-text-2">
          {crawlInCity(title, city)} · {t("waiting.own.people", { count: people })}
        </p>
        {state === "waiting" && <p className="mt-2 font-semibold">{t("waiting.own.ahead", { count: ahead })}</p>}
        {offer && (
          <p className="mt-2 font-semibold text-marigold-text">
            {t("waiting.own.until", { time: timeIn(new Date(offer.until), zone, locale) })}
          </p>
        )}
      </div>
      {isAlive && (
        <div className="flex flex-wrap gap-3 border-t-2 border-dashed border-border px-5 py-4">
          {offer && (
            <a href={offer.href} className={buttonClass({})}>
              {t("waiting.own.pay", {
                amount: formatMoney(
                  { amount: offer.total.amount_minor, currency: offer.total.currency as Currency },
                  locale,
                ),
              })}
            </a>
          )}
          <Leave id={id} isOffered={state === "offered"} />
        </div>
      )}
    </article>
  );
}

function Leave({ id, isOffered }: { id: string; isOffered: boolean }) {
  const { t } = useText();
  const { formData } = useNavigation();
  return (
    <Form method="post">
      <input type="hidden" name="entry" value={id} />
      <Button type="submit" kind="secondary" busy={formData?.get("entry") === id} aria-describedby={`night-${id}`}>
        {t(isOffered ? "waiting.own.decline" : "waiting.own.leave")}
      </Button>
    </Form>
  );
}
