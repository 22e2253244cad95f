import { type ReactNode, useEffect, useState } from "react";
import { clockIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import {
  type Chip,
  chipCounts,
  guestsFound,
  headCount,
  isAddress,
} from "#src/modules/evening/door/rules/guest-list.ts";
import type { DoorGuest, DoorList, DoorTicket, FoundBooking } from "#src/modules/evening/door/schema.ts";
import { readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ArrowLeft, ChevronRight, Phone, RefreshCw, ScanLine, Search, Store, UserPlus } from "#src/ui/lucide/icons.ts";
import { mailHash } from "./check-signature.ts";
import { OtherNights } from "./other-nights.tsx";
import type { Phone as DoorPhone, PhoneView } from "./phone.ts";
import { DoorSheet } from "./sheets.tsx";
import { saidOf, type Undoable } from "./use-scanner.ts";

type Departure = DoorList["departures"][number];
type Enter = (guest: DoorGuest, departure: Departure, only?: DoorTicket) => void;
type ListProps = {
  phone: DoorPhone;
  view: PhoneView;
  onScan: () => void;
  onEnter: Enter;
  onFound: (booking: FoundBooking) => void;
  onUndo: (choices: Undoable[]) => void;
  /** where places are sold to who isn't on it; null where they can't be now */
  sale: string | null;
  /** whom this phone has just let in */
  recent: ReactNode;
};

const CHIPS: readonly Chip[] = ["all", "coming", "inside", "notes"];

/** The guest list of a door, in the page's theme: search, chips, one tap a party. */
export function GuestListView({ phone, view, onScan, onEnter, onFound, onUndo, sale, recent }: ListProps) {
  const { t } = useText();
  const [search, setSearch] = useState("");
  const [chip, setChip] = useState<Chip>("all");
  const [open, setOpen] = useState<string | null>(null);
  const { list, at, listAt, offlineSince } = view;
  const here = list?.departures.find(({ id }) => id === at);
  const mail = useMail(list?.salt ?? "", search);
  const counts = here ? chipCounts(here) : { all: 0, coming: 0, inside: 0, notes: 0 };
  const guests = here ? guestsFound(here, chip, search, mail) : [];
  const isWhole = search.trim() === "" && chip === "all";
  const { inside, expected } = here ? headCount(here) : { inside: 0, expected: 0 };
  const opened = here?.guests.find(({ id }) => id === open);
  const age = listAt === null ? 0 : Math.max(0, Math.round((phone.now() - listAt) / 1000));
  return (
    <main className="grid min-h-0 grid-rows-[auto_auto_minmax(0,1fr)_auto] bg-bg px-[max(0px,calc(50%-24rem))] text-text [--c-focus:var(--c-agave)]">
      <header className="flex h-14 items-center gap-1 border-b border-border bg-bg pr-3.5">
        <button
          type="button"
          aria-label={t("door-scanner.backToCamera")}
          onClick={onScan}
          className="grid size-11 shrink-0 place-items-center"
        >
          <ArrowLeft aria-hidden size={18} strokeWidth={1.75} />
        </button>
        <div className="min-w-0 grow leading-tight">
          <h1 className="heading truncate text-[1.0625rem] font-bold!">
            {here ? `${here.title}, ${here.start}` : t("door-scanner.title")}
          </h1>
          <p className="truncate text-admin text-text-3">{t("door-scanner.listOf", { inside, of: expected })}</p>
        </div>
        {sale && (
          <a
            href={sale}
            aria-label={t("door-scanner.sellHere")}
            className="grid size-11 shrink-0 place-items-center text-text"
          >
            <UserPlus aria-hidden size={18} strokeWidth={1.75} />
          </a>
        )}
      </header>
      <div className="px-3.5 pt-3 pb-2">
        <label className="flex h-12 items-center gap-2 rounded-md border border-border-strong bg-surface px-2.5 focus-within:outline-2 focus-within:outline-focus">
          <Search aria-hidden size={16} className="shrink-0" />
          <span className="sr-only">{t("door-scanner.search")}</span>
          <input
            type="search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            placeholder={t("door-scanner.search")}
            autoComplete="off"
            spellCheck={false}
            className="h-full min-w-0 grow bg-transparent text-base outline-none! placeholder:text-text-3"
          />
        </label>
        <div role="group" aria-label={t("door-scanner.filter")} className="mt-2.5 flex gap-1.5 overflow-x-auto">
          {CHIPS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === chip}
              onClick={() => setChip(one)}
              className="h-11 shrink-0 rounded-md border border-dashed border-border-strong px-2 text-sub whitespace-nowrap text-text-2 aria-pressed:border-solid aria-pressed:border-text aria-pressed:bg-text aria-pressed:text-on-ink"
            >
              <b className="font-semibold">{t(`door-scanner.chip.${one}`)}</b> {counts[one]}
            </button>
          ))}
        </div>
      </div>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t("door-scanner.list")}
        className="min-h-0 overflow-y-auto border-t border-border bg-surface -outline-offset-2"
      >
        {here &&
          guests.map((guest) => (
            <Row key={guest.id} guest={guest} departure={here} onOpen={() => setOpen(guest.id)} onEnter={onEnter} />
          ))}
        {guests.length === 0 && (
          <li className="px-4 py-8 text-center text-base text-text-2">
            {t(!list ? "door-scanner.hint.noList" : isWhole ? "door-scanner.nobodyYet" : "door-scanner.nobody")}
          </li>
        )}
        {list && search.trim() !== "" && (
          <OtherNights
            key={search}
            phone={phone}
            view={view}
            search={search}
            mail={mail}
            isWanted={guests.length === 0}
            onEnter={onEnter}
            onFound={onFound}
          />
        )}
        {list && sale && guests.length === 0 && (
          <li className="flex justify-center p-3.5">
            <a
              href={sale}
              className="flex min-h-11 items-center gap-2 rounded-md border border-line-2 px-4 font-semibold text-text no-underline"
            >
              <Store aria-hidden size={16} />
              {t("door-scanner.sellHere")}
            </a>
          </li>
        )}
      </ul>
      <footer>
        {recent}
        <div className="flex items-center gap-2.5 border-t border-line-2 bg-surface px-3.5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
          <p className="grow text-admin leading-snug text-text-3">
            <RefreshCw aria-hidden size={16} strokeWidth={1.75} className="mr-1 inline align-[-3px]" />
            {offlineSince === null
              ? t("door-scanner.fresh", { seconds: age })
              : t("door-scanner.stale", {
                  time: listAt === null || !here ? "–" : clockIn(new Date(listAt), here.zone),
                })}
            <br />
            {t("door-scanner.onlyNames")}
          </p>
          <button
            type="button"
            onClick={onScan}
            className="flex h-13 shrink-0 items-center gap-1.5 rounded-md bg-text px-4.5 text-base font-semibold text-on-ink"
          >
            <ScanLine aria-hidden size={16} />
            {t("door-scanner.scan")}
          </button>
        </div>
      </footer>
      {opened && here && (
        <PartySheet
          guest={opened}
          departure={here}
          isOnline={offlineSince === null}
          onClose={() => setOpen(null)}
          onEnter={onEnter}
          onUndo={onUndo}
        />
      )}
    </main>
  );
}

/** The hash of a search that is a whole email address; null for any other search. */
function useMail(salt: string, search: string): string | null {
  const [hashed, setHashed] = useState<{ search: string; mail: string } | null>(null);
  // hashing is asynchronous in browsers
  useEffect(() => {
    if (isAddress(search)) void mailHash(salt, search).then((mail) => setHashed({ search, mail }));
  }, [salt, search]);
  return isAddress(search) ? (hashed?.search === search ? hashed.mail : "") : null;
}

type RowProps = { guest: DoorGuest; departure: Departure; onOpen: () => void; onEnter: Enter };

const validOf = ({ tickets }: DoorGuest) => tickets.filter((ticket) => !ticket.void);

function Row({ guest, departure, onOpen, onEnter }: RowProps) {
  const { t } = useText();
  const valid = validOf(guest);
  const inside = valid.filter((ticket) => ticket.in);
  const isExpected = guest.state === "confirmed";
  // as the night's page says it
  const [first] = inside.map((ticket) => ticket.in?.at ?? "").toSorted();
  const isWhole = inside.length === valid.length;
  return (
    <li className="relative grid min-h-16.75 grid-cols-[minmax(0,1fr)_auto_5.25rem] items-center gap-2.5 border-b border-border px-3.5">
      <button
        type="button"
        onClick={onOpen}
        className="min-w-0 py-2 text-left leading-snug before:absolute before:inset-0"
      >
        <b className="block truncate text-base font-semibold">{guest.name}</b>
        <span className="block truncate text-admin text-text-3">
          {t("door-scanner.people", { n: guest.people })}
          {first && `, ${clockIn(new Date(first), departure.zone)}`}
          {guest.note && <span className="text-marigold-text">{` · ${guest.note}`}</span>}
        </span>
      </button>
      <span>
        {guest.practice === "invalid" && <Badge tone="judge">{t("door-scanner.practice")}</Badge>}
        {!isExpected && (
          <Badge tone={guest.state === "pending" ? "waiting" : "judge"}>
            {t(`door-scanner.others.state.${guest.state}` as MessageId)}
          </Badge>
        )}
        {isExpected && inside.length > 0 && isWhole && <Badge tone="done">{t("door-scanner.inside")}</Badge>}
        {isExpected && inside.length > 0 && !isWhole && (
          <Badge tone="waiting">{t("door-scanner.some", { inside: inside.length, of: valid.length })}</Badge>
        )}
      </span>
      {isExpected && !isWhole ? (
        <button
          type="button"
          onClick={() => onEnter(guest, departure)}
          className="relative h-11 rounded-md bg-text font-semibold text-on-ink"
        >
          {t("door-scanner.enter")}
          <span className="sr-only">{` ${guest.name}`}</span>
        </button>
      ) : (
        <ChevronRight aria-hidden size={16} className="justify-self-end text-text-3" />
      )}
    </li>
  );
}

type PartyProps = {
  guest: DoorGuest;
  departure: Departure;
  isOnline: boolean;
  onClose: () => void;
  onEnter: Enter;
  onUndo: (choices: Undoable[]) => void;
};

/** One party: all that are still to come with one tap, or guest by guest; entries are taken back here as well. */
function PartySheet({ guest, departure, isOnline, onClose, onEnter, onUndo }: PartyProps) {
  const { t, locale } = useText();
  const valid = validOf(guest);
  const coming = valid.filter((ticket) => !ticket.in);
  const isExpected = guest.state === "confirmed";
  const enter = (only?: DoorTicket) => {
    onClose();
    onEnter(guest, departure, only);
  };
  return (
    <DoorSheet title={guest.name} onClose={onClose}>
      <p className="text-sub text-text-2">
        {[
          guest.reference,
          t("door-scanner.people", { n: guest.people }),
          t(`door-scanner.speaks.${guest.language}`),
        ].join(" · ")}
      </p>
      {guest.note && <p className="mt-1 text-marigold-text">{guest.note}</p>}
      {/* a phone offline has no numbers; the night's page shows one at a time, and notes that */}
      {isExpected && departure.own && departure.tonight && isOnline && (
        <a
          href={localizedPath(`/admin/nights/${departure.id}?q=${encodeURIComponent(guest.name)}`, locale)}
          className="mt-1 flex min-h-11 items-center gap-1.5 font-semibold text-agave-text"
        >
          <Phone aria-hidden size={16} />
          {t("door-scanner.call")}
        </a>
      )}
      {!isExpected && (
        <button
          type="button"
          onClick={() => enter()}
          className="mt-3 min-h-13.5 w-full rounded-[14px] border-2 border-text px-4 font-semibold"
        >
          {t("door-scanner.whyNot")}
        </button>
      )}
      <ul className="mt-2">
        {isExpected &&
          valid.map((ticket, index) => (
            <li key={ticket.id} className="flex min-h-13 items-center gap-3 border-t border-border first:border-t-0">
              <span className="min-w-0 grow leading-snug">
                <b className="block truncate font-semibold">
                  {ticket.name || t("door-scanner.guestN", { n: index + 1 })}
                </b>
                <span className="font-mono text-admin text-text-3">{readableCode(ticket.code)}</span>
                {ticket.in && (
                  <span className="text-admin text-text-3">{` · ${clockIn(new Date(ticket.in.at), departure.zone)} ${ticket.in.by}`}</span>
                )}
              </span>
              {ticket.in ? (
                <button
                  type="button"
                  onClick={() => {
                    onClose();
                    const entry = { ticket: ticket.id, event: ticket.in?.event ?? "", departure: departure.id };
                    onUndo([{ ...saidOf(guest, ticket), at: ticket.in?.at ?? "", entries: [entry] }]);
                  }}
                  className="h-11 shrink-0 rounded-md border border-line-2 px-3 font-semibold"
                >
                  {t("door-scanner.undo")}
                </button>
              ) : (
                <button
                  type="button"
                  onClick={() => enter(ticket)}
                  className="h-11 shrink-0 rounded-md border border-text px-3 font-semibold"
                >
                  {t("door-scanner.enter")}
                </button>
              )}
            </li>
          ))}
      </ul>
      {isExpected && coming.length > 1 && (
        <button
          type="button"
          onClick={() => enter()}
          className="mt-3 min-h-13.5 w-full rounded-[14px] bg-text px-4 text-[1.0625rem] font-semibold text-on-ink"
        >
          {t("door-scanner.act.let_all_in", { n: coming.length })}
        </button>
      )}
    </DoorSheet>
  );
}
