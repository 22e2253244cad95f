import { useEffect, useState } from "react";
import { shortDate } from "#src/kernel/local-time.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { foundElsewhere, isLookedUp, mayBeName } from "#src/modules/evening/door/rules/guest-list.ts";
import type { DoorGuest, DoorList, FoundBooking } from "#src/modules/evening/door/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { CalendarSearch, ChevronRight } from "#src/ui/lucide/icons.ts";
import type { Phone, PhoneView } from "./phone.ts";

type Departure = DoorList["departures"][number];
type OthersProps = {
  phone: Phone;
  view: PhoneView;
  search: string;
  mail: string | null;
  /** whether the door's own list has no match, so that the search continues automatically */
  isWanted: boolean;
  onEnter: (guest: DoorGuest, departure: Departure) => void;
  onFound: (booking: FoundBooking) => void;
};

/** How long a search must stand before the server is asked. */
const TYPED_MS = 400;

/**
 * What a search finds beyond the door's own list: in the phone's other nights by name too, and with a line in all nights near. Mounted
 * again for each search.
 */
export function OtherNights({ phone, view, search, mail, isWanted, onEnter, onFound }: OthersProps) {
  const { t } = useText();
  const [isAsked, setAsked] = useState(false);
  const isOpen = isWanted || isAsked;
  const isOnline = view.offlineSince === null;
  const answer = useFound(phone, search, isOpen && isOnline && isLookedUp(search));
  const { list, at } = view;
  if (!isOpen)
    return (
      <li className="p-3.5">
        <button
          type="button"
          onClick={() => setAsked(true)}
          className="flex min-h-11 w-full items-center justify-center gap-2 rounded-md border border-line-2 px-3 font-semibold"
        >
          <CalendarSearch aria-hidden size={16} />
          {t("door-scanner.others.look")}
        </button>
      </li>
    );
  const listed = list ? foundElsewhere(list, at, search, mail) : [];
  const ids = new Set(listed.map(({ guest }) => guest.id));
  const found = typeof answer === "object" ? answer.filter(({ id }) => !ids.has(id)) : [];
  const isNone = listed.length === 0 && found.length === 0;
  const says: MessageId | null = !isOnline
    ? "door-scanner.others.offline"
    : !isLookedUp(search)
      ? "door-scanner.others.names"
      : typeof answer === "string"
        ? (`door-scanner.others.${answer}` as MessageId)
        : isNone
          ? "door-scanner.others.none"
          : null;
  const also = says === "door-scanner.others.none" && mayBeName(search) ? t("door-scanner.others.names") : "";
  return (
    <>
      {!isNone && (
        <li className="border-b border-border bg-bg px-3.5 py-2 text-sub font-semibold text-text-2">
          {t("door-scanner.others.title")}
        </li>
      )}
      {listed.map(({ guest, departure }) => (
        <Row key={guest.id} party={guest} departure={departure} onOpen={() => onEnter(guest, departure)} />
      ))}
      {found.map((booking) => (
        <Row key={booking.id} party={booking} departure={booking.departure} onOpen={() => onFound(booking)} />
      ))}
      <li className={says ? "px-4 py-5 text-center text-base text-text-2" : undefined}>
        <p role="status">{says && [t(says), also].filter(Boolean).join(" ")}</p>
      </li>
    </>
  );
}

type Answer = FoundBooking[] | "asking" | "elsewhere" | "offline" | "too_many";

/** What the server finds in other nights, once it is asked. */
function useFound(phone: Phone, search: string, isAsked: boolean): Answer {
  const [answer, setAnswer] = useState<Answer>("asking");
  // the server is asked once the typing has stopped
  useEffect(() => {
    if (!isAsked) return;
    let gone = false;
    const timer = setTimeout(() => void phone.find(search).then((found) => gone || setAnswer(found)), TYPED_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [phone, search, isAsked]);
  return answer;
}

type RowProps = {
  party: Pick<DoorGuest, "name" | "people" | "state">;
  departure: Pick<Departure, "title" | "date" | "start">;
  onOpen: () => void;
};

function Row({ party, departure, onOpen }: RowProps) {
  const { t, locale } = useText();
  const { name, people, state } = party;
  const { title, date, start } = departure;
  return (
    <li className="border-b border-border">
      <button
        type="button"
        onClick={onOpen}
        className="grid min-h-16.75 w-full grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-2.5 px-3.5 py-2 text-left leading-snug"
      >
        <span className="min-w-0">
          <b className="block truncate text-base font-semibold">{name}</b>
          <span className="block text-admin text-text-3">
            {`${shortDate(date, locale)}, ${start} · ${title}`}
            <br />
            {t("door-scanner.people", { n: people })}
          </span>
        </span>
        {state !== "confirmed" && (
          <Badge tone={state === "pending" ? "waiting" : "failed"}>
            {t(`door-scanner.others.state.${state}` as MessageId)}
          </Badge>
        )}
        <ChevronRight aria-hidden size={16} className="text-text-3" />
      </button>
    </li>
  );
}
