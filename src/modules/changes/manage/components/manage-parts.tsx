import type { LucideIcon } from "#src/ui/lucide/icon.ts";
import {
  CalendarDays,
  ChevronRight,
  FileText,
  Mail,
  Pencil,
  Share2,
  Shirt,
  UserMinus,
  UserPlus,
  Users,
  X,
} from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { dateIn, dateInSentence, timeIn } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ChangeRefusal, Part } from "#src/modules/sales/booking/rules/change.ts";
import type { BookingView, OwnTable } from "#src/modules/sales/booking/schema.ts";
import type { MoneyShape } from "#src/modules/site/catalog/schema.ts";
import { manageAddress, type ManagePlace } from "#src/modules/changes/manage/rules/manage-page.ts";
import { Button } from "#src/ui/button.tsx";

export type Guest = { position: number; name: string };

/** What a guest can do to a booking, or ask for it. */
export type ManagedPart = Part | "invoice" | "table";

type ManagePartsProps = {
  place: ManagePlace;
  booking: BookingView;
  /** Why a part can't be changed; null if it can. */
  may: Record<ManagedPart, ChangeRefusal | null>;
  /** The friends' table that the booking started; null without one. */
  table: OwnTable | null;
  /** How many days an invoice can be asked for. */
  invoiceDays: number;
  guests: Guest[];
  /** The add-ons that the booking may have more of, by name; none where none are offered. */
  addOns: readonly string[];
  /** The refund for cancelling the whole booking. */
  refund: MoneyShape;
  /** It comes as credit: it is too late for a refund. */
  inCredit: boolean;
  /** the guest's bank is deciding about a payment */
  disputed: boolean;
  /** How the invoice that was asked for stands, in a sentence; null before. */
  invoiceLine: string | null;
};

/** Everything that can be changed, one row each; a part that can't be changed says why. */
export function ManageParts(props: ManagePartsProps) {
  const { t } = useText();
  const lines = useLines(props);
  // an unpaid or cancelled booking says so once, not on every part
  const parts = PARTS.filter(
    ({ part }) => props.may[part] !== "not_confirmed" && (part !== "add_ons" || props.addOns.length > 0),
  );
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="manage-parts" className="min-w-0">
      <h2 id="manage-parts" className="sr-only">
        {t("payments-manage.parts")}
      </h2>
      <ul className="rounded-lg bg-surface shadow-md *:border-dashed *:border-border *:not-first:border-t-2">
        {parts.map(({ part, Icon }) => (
          <li key={part}>
            <Strip
              part={part}
              Icon={Icon}
              line={lines[part]}
              refused={props.may[part]}
              days={props.invoiceDays}
              place={props.place}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const PARTS: { part: ManagedPart; Icon: LucideIcon }[] = [
  { part: "contact", Icon: Pencil },
  { part: "names", Icon: Users },
  { part: "date", Icon: CalendarDays },
  { part: "add", Icon: UserPlus },
  { part: "remove", Icon: UserMinus },
  { part: "add_ons", Icon: Shirt },
  { part: "table", Icon: Share2 },
  { part: "resend", Icon: Mail },
  { part: "invoice", Icon: FileText },
  { part: "cancel", Icon: X },
];

/** How a friends' table stands, in a sentence. */
function useTableLine(table: OwnTable | null): string {
  const { t } = useText();
  if (!table) return t("booking-table.inviteText");
  if (table.paid >= table.places) return t("booking-table.lineEverybody");
  return t(table.is_open ? "booking-table.line" : "booking-table.lineClosed", {
    paid: table.paid,
    places: table.places,
    missing: table.missing + table.paying,
  });
}

function useLines({
  table,
  booking,
  guests,
  addOns,
  refund,
  inCredit,
  disputed,
  invoiceLine,
}: ManagePartsProps): Record<ManagedPart, string> {
  const { t, locale } = useText();
  const { departure, number_of_people: people, total } = booking;
  const until = new Date(departure.refund_until);
  const named = guests.flatMap(({ name }) => name || []);
  const list = new Intl.ListFormat(locale, { type: "conjunction" }).format(named);
  const nothing = disputed ? "disputed" : "none";
  const money =
    total.amount_minor === 0 ? "free" : refund.amount_minor > 0 ? (inCredit ? "credit" : "refund") : nothing;
  const own = booking.private;
  return {
    contact: own ? [`${own.first_name} ${own.last_name}`.trim(), own.email, own.phone].filter(Boolean).join(" · ") : "",
    names: t("payments-manage.names.line", { named: named.length, list, unnamed: guests.length - named.length }),
    date: t("payments-manage.date.line", { date: dateInSentence(departure.date, locale) }),
    add: t("payments-manage.add.line", { people }),
    remove: t("payments-manage.remove.line"),
    add_ons: addOns.join(" · "),
    table: useTableLine(table),
    resend: t("payments-manage.resend.line", { email: booking.private?.email ?? "" }),
    invoice: invoiceLine ?? t("payments-manage.invoice.line"),
    cancel:
      booking.status === "pending"
        ? t("payments-manage.cancel.unpaid")
        : t("payments-manage.cancel.line", {
            money,
            amount: formatMoney({ amount: refund.amount_minor, currency: refund.currency }, locale),
            date: dateInSentence(dateIn(until, departure.time_zone), locale),
            time: timeIn(until, departure.time_zone, locale),
          }),
  };
}

type StripProps = {
  part: ManagedPart;
  Icon: LucideIcon;
  line: string;
  refused: ChangeRefusal | null;
  days: number;
  place: ManagePlace;
};

const ROW = "flex w-full items-center gap-4 px-5 py-4.5 text-left md:px-6";

function Strip({ part, Icon, line, refused, days, place }: StripProps) {
  const { t } = useText();
  const words = (
    <>
      <Icon aria-hidden size={24} className={refused ? "shrink-0 text-text-3" : "shrink-0 text-brand-text"} />
      <span className="min-w-0 grow">
        <span className="display block text-[1.35rem] leading-tight">{t(`payments-manage.${part}.title`)}</span>
        <span className="mt-0.5 block wrap-break-word text-text-2">
          {refused ? t(`errors.${refused}`, { days }) : line}
        </span>
      </span>
    </>
  );
  if (refused) return <div className={`${ROW} text-text-2`}>{words}</div>;
  if (part === "resend") return <Resend>{words}</Resend>;
  return (
    <Link to={manageAddress(place, { do: part })} className={`${ROW} no-underline hover:bg-text/4 active:bg-text/8`}>
      {words}
      <ChevronRight aria-hidden size={22} className="shrink-0 text-text-3" />
    </Link>
  );
}

/** The one part that acts immediately. */
function Resend({ children }: { children: ReactNode }) {
  const { t } = useText();
  const busy = useNavigation().formData?.get("intent") === "resend";
  return (
    <Form method="post" className={`${ROW} flex-wrap`}>
      <span className="flex min-w-0 grow basis-72 items-center gap-4">{children}</span>
      <Button type="submit" kind="secondary" small name="intent" value="resend" busy={busy} className="max-md:ml-10">
        {t("payments-manage.resend.action")}
      </Button>
    </Form>
  );
}
