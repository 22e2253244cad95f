import { Copy } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { clockTime, dateIn, dateInSentence, timeIn } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { Fold } from "#src/modules/sales/booking/components/fold.tsx";
import type { BookingView, OwnTable } from "#src/modules/sales/booking/schema.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import { ShareButton } from "#src/ui/share-button.tsx";

type Departure = BookingView["departure"];

function useMoment({ time_zone: zone }: Departure, at: string) {
  const { locale } = useText();
  const moment = new Date(at);
  return { date: dateInSentence(dateIn(moment, zone), locale), time: timeIn(moment, zone, locale) };
}

/** Asks for places for friends, and says what becomes of them. */
export function StartTable({ departure, deadline, most }: { departure: Departure; deadline: string; most: number }) {
  const { t } = useText();
  const busy = useNavigation().formData?.get("intent") === "table";
  const until = useMoment(departure, deadline);
  return (
    <Form method="post" className="grid max-w-[34rem] gap-6">
      <p>{t("booking-table.start.text")}</p>
      <ul className="grid list-disc gap-2 pl-5 marker:text-brand-text">
        <li>{t("booking-table.start.until", until)}</li>
        <li>{t("booking-table.start.own")}</li>
        <li>{t("booking-table.start.once")}</li>
      </ul>
      <Places hint={t("booking-table.start.hint", { most })} least={1} most={most} places={Math.min(4, most)} />
      <Button type="submit" name="intent" value="table" busy={busy} className="justify-self-start">
        {t("booking-table.start.action")}
      </Button>
    </Form>
  );
}

function Places({ hint, least, most, places }: { hint: string; least: number; most: number; places: number }) {
  const { t } = useText();
  return (
    <Field id="places" label={t("booking-table.start.field")} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          name="places"
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          defaultValue={places}
          required
          className="max-w-24 text-center font-bold tabular-nums"
        />
      )}
    </Field>
  );
}

/** Who has paid, how many are missing, the link to pass on, and the way to end it. */
export function TableState({ table, departure, most }: { table: OwnTable; departure: Departure; most: number }) {
  const { t } = useText();
  const until = useMoment(departure, table.deadline);
  const { paid, places, paying, missing, is_open: isOpen } = table;
  const everybody = paid >= places;
  return (
    <div className="grid max-w-[34rem] gap-6">
      {everybody && <Notice tone="good" title={t("booking-table.state.everybody")} />}
      {!everybody && !isOpen && (
        <Notice title={t("booking-table.state.closed")}>{t("booking-table.state.closedText")}</Notice>
      )}
      <section aria-labelledby="table-paid" className="grid gap-3 rounded-lg bg-surface p-5 shadow-md md:p-6">
        <h2 id="table-paid" className="text-h3">
          {t("booking-table.state.paid", { paid, places })}
        </h2>
        <Seats {...table} />
        {table.friends.length > 0 && <Friends friends={table.friends} />}
        {isOpen && !everybody && (
          <p className="text-text-2">
            {paying > 0 && <span className="block">{t("booking-table.state.paying", { paying })}</span>}
            {missing > 0 && <span className="block">{t("booking-table.state.missing", { missing })}</span>}
            <span className="block">{t("booking-table.state.until", until)}</span>
          </p>
        )}
      </section>
      {isOpen && !everybody && (
        <>
          <PassOn link={table.link} departure={departure} />
          <ResizeTable key={places} table={table} most={most} />
          <CloseTable missing={missing} />
        </>
      )}
    </div>
  );
}

/** The places of a table as a strip: paid, being paid, missing. What it shows stands beside it in words. */
function Seats({ paid, paying, places }: Pick<OwnTable, "paid" | "paying" | "places">) {
  return (
    <div aria-hidden className="flex gap-1">
      {Array.from({ length: places }, (_, n) => (
        <span
          key={n}
          className={`h-3 grow rounded-full ${n < paid ? "bg-agave" : n < paid + paying ? "bg-marigold" : "bg-surface-3"}`}
        />
      ))}
    </div>
  );
}

function Friends({ friends }: Pick<OwnTable, "friends">) {
  const { t, locale } = useText();
  const names = friends.map(({ name, people }) =>
    t("booking-table.state.friend", { name: name || t("booking-table.state.unnamed"), more: people - 1 }),
  );
  return <p>{new Intl.ListFormat(locale, { type: "conjunction" }).format(names)}</p>;
}

function PassOn({ link, departure }: { link: string; departure: Departure }) {
  const { t, locale } = useText();
  const [copied, setCopied] = useState<"booking-table.copied" | "booking-table.notCopied" | null>(null);
  const text = t("booking-table.message", {
    crawl: departure.crawl_title,
    date: dateInSentence(departure.date, locale),
    time: clockTime(departure.start_time, locale),
    link,
  });
  const copy = () =>
    void navigator.clipboard.writeText(link).then(
      () => setCopied("booking-table.copied"),
      () => setCopied("booking-table.notCopied"),
    );
  return (
    <section aria-labelledby="table-link" className="grid gap-3">
      <h2 id="table-link" className="text-h3">
        {t("booking-table.passOn")}
      </h2>
      <p className="rounded-md bg-surface-2 px-3.5 py-2.5 font-mono text-small break-all select-all">{link}</p>
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ small: true })}
        >
          {t("booking-table.whatsapp")}
        </a>
        <ShareButton text={text}>{t("booking-table.share")}</ShareButton>
        <Button kind="secondary" small onClick={copy} className="not-hydrated:invisible unscripted:hidden">
          <Copy aria-hidden size={18} />
          {t("booking-table.copy")}
        </Button>
      </div>
      <p role="status" className="text-small text-text-2 empty:hidden">
        {copied && t(copied)}
      </p>
    </section>
  );
}

/** More friends or fewer; what happens to the places is said before the button. */
function ResizeTable({ table: { places, missing }, most }: { table: OwnTable; most: number }) {
  const { t } = useText();
  const busy = useNavigation().formData?.get("intent") === "table-resize";
  const least = Math.max(1, places - missing);
  const hint = t("booking-table.resize.hint", { least, taken: places - missing });
  return (
    <Fold summary={t("booking-table.resize.summary")} open={false}>
      <Form method="post" className="grid justify-items-start gap-4">
        <p className="text-text-2">{t("booking-table.resize.text")}</p>
        <Places hint={hint} least={least} most={Math.max(most, places)} places={places} />
        <Button type="submit" kind="secondary" small name="intent" value="table-resize" busy={busy}>
          {t("booking-table.resize.action")}
        </Button>
      </Form>
    </Fold>
  );
}

/** Ends a table early; what happens then is said before the button. */
function CloseTable({ missing }: { missing: number }) {
  const { t } = useText();
  const busy = useNavigation().formData?.get("intent") === "table-close";
  return (
    <Fold summary={t("booking-table.close.summary")} open={false}>
      <Form method="post" className="grid justify-items-start gap-4">
        <p className="text-text-2">{t("booking-table.close.text", { missing })}</p>
        <Button type="submit" kind="danger" small name="intent" value="table-close" busy={busy}>
          {t("booking-table.close.action")}
        </Button>
      </Form>
    </Fold>
  );
}
