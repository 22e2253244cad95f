import { memo, useId, useState } from "react";
import { Link } from "react-router";
import { clockIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { telLink } from "#src/kernel/tel-link.ts";
import { useText } from "#src/locales/use-text.ts";
import { CallParty, LetIn, TakeBack, UndoRecent, WereThere } from "#src/modules/office/night/admin/check-in.tsx";
import {
  firstEntry,
  guestState,
  insideOf,
  latestEntry,
  recentEntries,
  UNDO_MS,
} from "#src/modules/office/night/rules/guest-list.ts";
import type { Guest, Night, Party } from "#src/modules/office/night/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { ChevronDown, Phone } from "#src/ui/lucide/icons.ts";

type PartyRowProps = {
  party: Party;
  zone: string;
  isOver: boolean;
  /** Whether anybody was let in that night: else it isn't known who came. */
  isChecked: boolean;
  may: Night["may"];
};

const ROW =
  "grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2.5 px-3.5 py-2 min-h-(--row) max-md:min-h-16.5 md:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)_7.5rem_5.5rem]";

/** A party of the list; its name opens its guests, each with a ticket. */
export const PartyRow = memo(function PartyRow({ party, zone, isOver, isChecked, may }: PartyRowProps) {
  const { t, locale } = useText();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const owes = party.booking?.owes;
  return (
    <li className="border-b border-border [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] last:border-b-0 print:break-inside-avoid print:[content-visibility:visible]">
      <div className={classNames(ROW, isOpen && "bg-surface-2")}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="min-w-0 py-0.5 text-left"
        >
          <span className="flex items-center gap-1.5">
            <span className="truncate font-semibold max-md:text-base">{party.name || t("night.noName")}</span>
            <ChevronDown
              aria-hidden
              size={14}
              className={classNames("shrink-0 text-text-3 print:hidden", isOpen && "rotate-180")}
            />
          </span>
          <span className="flex flex-wrap gap-x-1.5 text-text-3 *:not-first:before:mr-1.5 *:not-first:before:content-['·']">
            <span>{t("night.people", { count: party.people })}</span>
            <span>{t(`night.language.${party.language}`)}</span>
            {party.booking && (
              <span className="font-mono text-fine leading-5 max-md:hidden">{party.booking.reference}</span>
            )}
          </span>
          {(party.note || owes) && (
            <span className="flex flex-wrap gap-x-1.5 md:hidden print:hidden">
              {party.note && <span className="line-clamp-2 text-marigold-text">{party.note}</span>}
            </span>
          )}
        </button>
        <span className="line-clamp-2 text-marigold-text max-md:hidden">{party.note}</span>
        <span className="flex flex-col items-end gap-1 md:items-start">
          <PartyBadge party={party} zone={zone} isChecked={isChecked} />
          {owes && <Badge tone="waiting">{t("night.owes", { amount: formatMoney(owes, locale) })}</Badge>}
        </span>
        <PartyAct party={party} isOver={isOver} may={may} />
      </div>
      {isOpen && (
        <div id={id} className="border-t border-border bg-surface-2 px-3.5 pb-2">
          {party.note && <p className="pt-2 whitespace-pre-line text-marigold-text">{party.note}</p>}
          <ul>
            {party.guests.map((guest) => (
              <GuestLine key={guest.id} {...{ party, guest, zone, isOver, isChecked, may }} />
            ))}
          </ul>
          <PartyLinks party={party} may={may} />
        </div>
      )}
      <PrintedGuests party={party} />
    </li>
  );
});

/** The state of a party in one word, or how many of it are in. */
function PartyBadge({ party, zone, isChecked }: Pick<PartyRowProps, "party" | "zone" | "isChecked">) {
  const { t } = useText();
  const [inside, all] = [insideOf(party), party.guests.length];
  const entered = firstEntry(party);
  if (inside === all && party.wasThere) return <Badge tone="done">{t("night.wasThere")}</Badge>;
  if (entered && inside === all)
    return <Badge tone="done">{t("night.inSince", { time: clockIn(new Date(entered), zone) })}</Badge>;
  if (inside > 0) return <Badge tone="waiting">{t("night.partly", { inside, all })}</Badge>;
  return isChecked ? <Badge tone="failed">{t("night.state.no_show")}</Badge> : null;
}

/** Lets everybody of a party in who isn't yet. */
function PartyAct({ party, isOver, may }: Pick<PartyRowProps, "party" | "isOver" | "may">) {
  const { t } = useText();
  const waiting = party.guests.filter(({ entry }) => !entry);
  if (isOver && may.write && party.noShow) return <WereThere booking={party.id} name={party.name} />;
  const isUndoable = may.checkIn && party.undoableMs > 0;
  if (isUndoable && waiting.length === 0) return <Undo party={party} />;
  if (!may.checkIn || isOver || waiting.length === 0) return <span />;
  return (
    <span className="justify-self-end">
      <LetIn tickets={waiting.map(({ id }) => id)} name={party.name || t("night.noName")} />
    </span>
  );
}

/** Takes back who was let in during the last two minutes. Its time is counted again with every answer of the server. */
function Undo({ party }: { party: Party }) {
  const { t } = useText();
  const latest = latestEntry(party);
  if (latest === null) return <span />;
  const now = new Date(Date.parse(latest) + UNDO_MS - party.undoableMs);
  const entries = recentEntries(party.guests, now);
  return (
    <UndoRecent key={entries.join()} entries={entries} ms={party.undoableMs} name={party.name || t("night.noName")} />
  );
}

const TONES = { in: "done", coming: "none", no_show: "failed" } as const;

function GuestLine({ guest, party, zone, isOver, isChecked, may }: PartyRowProps & { guest: Guest }) {
  const { t } = useText();
  const { entry } = guest;
  const state = guestState(guest, party, isOver);
  const name = guest.name || (guest.position === 1 && party.name) || t("night.guest", { n: guest.position });
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-border py-1.5 last:border-b-0">
      <span className="mr-auto min-w-0">
        <span className={classNames("font-medium", !guest.name && "text-text-3")}>{name}</span>{" "}
        <span className="font-mono text-fine text-text-3">{guest.code}</span>
      </span>
      {entry ? (
        <Badge tone="done">
          {t(entry.by ? "night.inAtBy" : "night.inAt", { time: clockIn(new Date(entry.at), zone), by: entry.by })}
        </Badge>
      ) : (
        (state !== "no_show" || isChecked) && <Badge tone={TONES[state]}>{t(`night.state.${state}`)}</Badge>
      )}
      {may.checkIn && entry && <TakeBack entry={entry.id} name={name} />}
      {may.checkIn && !entry && <LetIn small tickets={[guest.id]} name={name} />}
    </li>
  );
}

/** The booking and the phone, for whoever may read bookings; for the night's guide the phone once they ask for it. */
function PartyLinks({ party, may }: { party: Party; may: Night["may"] }) {
  const { t, locale } = useText();
  if (may.call)
    return (
      <div className="flex flex-wrap gap-2 pt-2 print:hidden">
        <CallParty party={party.id} name={party.name || t("night.noName")} />
      </div>
    );
  if (!may.readBookings || !party.booking) return null;
  const { phone } = party.booking;
  return (
    <p className="flex flex-wrap gap-x-4 pt-2 print:hidden">
      <Link to={localizedPath(`/admin/bookings/${party.id}`, locale)} className={ADMIN_LINK}>
        {t("night.openBooking")} <span className="font-mono text-fine font-normal">{party.booking.reference}</span>
      </Link>
      {phone && (
        <a href={telLink(phone)} className={classNames(ADMIN_LINK, "inline-flex items-center gap-1")}>
          <Phone aria-hidden size={14} />
          {phone}
        </a>
      )}
    </p>
  );
}

/** On paper each guest has a box to tick. */
function PrintedGuests({ party }: { party: Party }) {
  const { t } = useText();
  return (
    <p className="hidden flex-wrap gap-x-5 px-3.5 pb-2 print:flex">
      {party.guests.map(({ id, name, position, code, entry }) => (
        <span key={id}>
          <span aria-hidden className="mr-1.5">
            {entry ? "☒" : "☐"}
          </span>
          {name || t("night.guest", { n: position })} <span className="font-mono">{code}</span>
        </span>
      ))}
    </p>
  );
}
