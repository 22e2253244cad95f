import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { hours, longDate, timeIn } from "#src/kernel/local-time.ts";
import { drinksPromised } from "#src/modules/site/catalog/rules/promise.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import { readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import { classNames } from "#src/ui/class-names.ts";
import { FactList } from "#src/ui/fact-list.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Logo } from "#src/ui/logo.tsx";
import { CutEdge } from "#src/ui/sheet.tsx";
import { Why } from "#src/ui/why.tsx";

/**
 * A ticket to draw. `qrSvg` is server-made markup. People count tickets by their index in the list: `position` has gaps once a
 * guest of the group has cancelled.
 */
export type ShownTicket = {
  id: string;
  position: number;
  guest_name: string;
  code: string;
  /** when its holder went in, ISO; null while they haven't */
  entered_at: string | null;
  qrSvg: string;
};

export type TicketDeparture = {
  crawl_title: string;
  city: string;
  time_zone: string;
  date: string;
  start_time: string;
  end_time: string;
  meeting_place: string;
  includes: string[];
};

type TicketSheetProps = {
  departure: TicketDeparture;
  /** Null where this visitor may not see them: then the sheet has neither stubs nor names. */
  tickets: ShownTicket[] | null;
  people: number;
  /** What was bought beside the places; none where this visitor may not see it. */
  bought: readonly { name: string; quantity: number }[];
  /** In words: an amount, or that it was free. */
  paid: string;
  /** Why it is that; null for whoever may not know. */
  why: SaidWhy | null;
  reference: string;
  test: boolean;
  /** Name of the guest who booked, for tickets without a name. */
  booker: string | null;
};

/** The ticket: always paper, in the dark theme too. One stub per guest, chosen by tabs; without JavaScript all are shown. */
export function TicketSheet(props: TicketSheetProps) {
  const { tickets } = props;
  const [chosen, setChosen] = useState(0);
  const nameOf = useGuestName(props.booker);
  return (
    <article className="paper relative text-text drop-shadow-[0_18px_24px_#4d102940]">
      <div className={classNames("grid", tickets && "lg:grid-cols-[minmax(0,1fr)_19rem]")}>
        <div
          className={classNames(
            "rounded-t-lg bg-surface",
            tickets && "ticket-main lg:rounded-tr-none",
            !tickets && "pb-1",
          )}
        >
          <Band {...props} chosen={chosen} />
          <Facts {...props} name={tickets && nameOf(tickets[chosen] ?? tickets[0], chosen)} />
        </div>
        {tickets && (
          <Stubs
            {...props}
            zone={props.departure.time_zone}
            tickets={tickets}
            chosen={chosen}
            onChoose={setChosen}
            nameOf={nameOf}
          />
        )}
      </div>
      <CutEdge className="-mt-px bg-surface" />
    </article>
  );
}

function useGuestName(booker: string | null) {
  const { t } = useText();
  return (ticket: ShownTicket | undefined, index: number) => {
    if (!ticket) return booker;
    return (
      ticket.guest_name ||
      (ticket.position === 1 ? booker : null) ||
      t("payments-confirmation.ticket.guest", { n: index + 1 })
    );
  };
}

function Band({ tickets, test, chosen }: TicketSheetProps & { chosen: number }) {
  const { t } = useText();
  return (
    <div
      className={classNames(
        "relative overflow-hidden rounded-t-lg bg-brand px-5 pt-4.5 pb-10 text-on-brand md:px-8",
        tickets && "lg:rounded-tr-none",
      )}
    >
      <div className="flex items-center justify-between gap-4 [--logo-disc:var(--c-on-brand)] [--logo-glass:var(--c-brand)]">
        <Logo label={t("common.brand")} on="brand" className="h-9 text-on-brand md:h-10" />
        {/* fits one line on a phone in the fallback font too, or the ticket would shift when the real one loads */}
        <p className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-1 text-small font-semibold md:gap-x-4 md:text-base">
          {test && (
            <strong className="rounded-sm bg-marigold px-2 py-0.5 text-on-marigold">
              {t("payments-confirmation.ticket.test")}
            </strong>
          )}
          {tickets && (
            <span aria-live="polite">
              {t("payments-confirmation.ticket.of", { n: chosen + 1, count: tickets.length })}
            </span>
          )}
        </p>
      </div>
      <CutEdge className="absolute inset-x-0 -bottom-px -scale-y-100 bg-surface" />
    </div>
  );
}

function Facts({
  departure,
  tickets,
  people,
  bought,
  paid,
  why,
  reference,
  name,
  test,
}: TicketSheetProps & { name: string | null }) {
  const { t, locale } = useText();
  const promise = drinksPromised(departure.includes);
  const facts: [string, ReactNode][] = [
    [t("payments-confirmation.ticket.time"), hours(departure.start_time, departure.end_time, locale)],
    ...(departure.meeting_place
      ? [[t("payments-confirmation.ticket.place"), departure.meeting_place] as [string, string]]
      : []),
    [t("payments-confirmation.ticket.city"), departure.city],
    ...(name
      ? [[t("payments-confirmation.ticket.name"), name] as [string, string]]
      : [
          [t("payments-confirmation.ticket.people"), String(people)] as [string, string],
          [t("payments-confirmation.ticket.reference"), reference] as [string, string],
        ]),
    ...(promise ? [[t("payments-confirmation.ticket.includes"), promise] as [string, string]] : []),
    ...(bought.length > 0
      ? [
          [
            t("booking-checkout.addOns"),
            bought
              .map(({ name: addOn, quantity }) => t("booking-checkout.addOnLine", { quantity, name: addOn }))
              .join(", "),
          ] as [string, string],
        ]
      : []),
    ...(tickets
      ? [[t("payments-confirmation.ticket.paid"), <Paid key="paid" paid={paid} why={why} />] as [string, ReactNode]]
      : []),
  ];
  return (
    <div className="px-5 pt-4 pb-6 md:px-8">
      <p className="font-semibold text-text-2">{departure.crawl_title}</p>
      <h2 className="mt-0.5 mb-5 text-[clamp(1.9rem,1.4rem+2.2vw,3.1rem)] leading-[0.95]">
        {longDate(departure.date, locale, false)}
      </h2>
      <FactList facts={facts} className="grid-cols-2 gap-y-4.5 md:grid-cols-3 md:gap-x-10" />
      <p className="mt-5 text-small text-text-2">
        {t("payments-confirmation.ticket.cityTime", { city: departure.city })}{" "}
        {test && t("payments-confirmation.ticket.testText")}
      </p>
    </div>
  );
}

const Paid = ({ paid, why }: Pick<TicketSheetProps, "paid" | "why">) => (
  <>
    {paid}
    <Why why={why} />
  </>
);

type StubsProps = {
  tickets: ShownTicket[];
  chosen: number;
  onChoose: (index: number) => void;
  reference: string;
  zone: string;
  nameOf: (ticket: ShownTicket, index: number) => string | null;
};

/** Right of the perforation: the codes. */
function Stubs({ tickets, chosen, onChoose, reference, zone, nameOf }: StubsProps) {
  const { t, locale } = useText();
  const [large, setLarge] = useState(false);
  const open = tickets[chosen] ?? tickets[0];
  return (
    <div className="ticket-stub border-dashed border-border-strong bg-surface px-6 pt-7 pb-4 text-center max-lg:border-t-2 lg:rounded-tr-lg lg:border-l-2">
      {tickets.map((ticket, index) => (
        <div
          key={ticket.id}
          id={`ticket-${index + 1}`}
          role="tabpanel"
          aria-label={t("payments-confirmation.ticket.of", { n: index + 1, count: tickets.length })}
          className={classNames("not-first:mt-8", index !== chosen && "hydrated:hidden", "hydrated:mt-0")}
        >
          <button
            type="button"
            aria-label={t("payments-confirmation.ticket.enlarge", { n: index + 1 })}
            onClick={() => setLarge(true)}
            className="mx-auto block w-46 rounded-sm"
          >
            <Qr svg={ticket.qrSvg} />
          </button>
          <p className="mt-3.5 font-bold tracking-wide">{reference}</p>
          <p className="text-small text-text-2">
            {t("payments-confirmation.ticket.code", { code: readableCode(ticket.code) })}
          </p>
          <p className={classNames("text-small", ticket.entered_at ? "font-semibold text-agave-text" : "text-text-2")}>
            {ticket.entered_at
              ? t("payments-confirmation.ticket.entered", { time: timeIn(new Date(ticket.entered_at), zone, locale) })
              : t("payments-confirmation.ticket.show")}
          </p>
        </div>
      ))}
      {tickets.length > 1 && <Tabs {...{ tickets, chosen, onChoose, nameOf }} />}
      {open && (
        <Dialog
          open={large}
          onClose={() => setLarge(false)}
          title={t("payments-confirmation.ticket.of", { n: chosen + 1, count: tickets.length })}
          closeLabel={t("payments-confirmation.ticket.close")}
        >
          <div className="mx-auto max-w-96 bg-[#fff] p-2 text-center text-[#000]">
            <Qr svg={open.qrSvg} label={t("payments-confirmation.ticket.qr", { n: chosen + 1 })} />
            <p className="mt-4 text-lg font-bold tracking-wide">{readableCode(open.code)}</p>
            <p>{nameOf(open, chosen)}</p>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function Qr({ svg, label }: { svg: string; label?: string }) {
  return (
    <span
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className="block [&>svg]:block [&>svg]:h-auto [&>svg]:w-full"
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}

function Tabs({ tickets, chosen, onChoose, nameOf }: Omit<StubsProps, "reference" | "zone">) {
  const { t } = useText();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = (chosen + by + tickets.length) % tickets.length;
    onChoose(next);
    list.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the chosen tab holds the focus
    <div
      ref={list}
      role="tablist"
      aria-label={t("payments-confirmation.ticket.tabs")}
      onKeyDown={move}
      className="mt-4 hidden flex-wrap justify-center gap-1.5 hydrated:flex"
    >
      {tickets.map((ticket, index) => (
        <button
          key={ticket.id}
          type="button"
          role="tab"
          aria-selected={index === chosen}
          aria-controls={`ticket-${index + 1}`}
          aria-label={t("payments-confirmation.ticket.tab", { n: index + 1, name: nameOf(ticket, index) })}
          tabIndex={index === chosen ? 0 : -1}
          onClick={() => onChoose(index)}
          className="grid size-11 place-items-center rounded-md font-bold inset-ring-[1.5px] inset-ring-border-strong aria-selected:bg-text aria-selected:text-surface aria-selected:inset-ring-0"
        >
          {index + 1}
        </button>
      ))}
    </div>
  );
}
