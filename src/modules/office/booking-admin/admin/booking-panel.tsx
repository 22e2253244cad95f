import {
  Handshake,
  History,
  Mail,
  MessageSquareText,
  Pencil,
  Scale,
  Tag,
  TicketCheck,
  Wallet,
} from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { BookingDialog } from "#src/modules/office/booking-admin/admin/booking-actions.tsx";
import { AgreedLines } from "#src/modules/office/booking-admin/admin/agreed-lines.tsx";
import { GuestList } from "#src/modules/office/booking-admin/admin/guest-list.tsx";
import { HistoryList } from "#src/modules/office/booking-admin/admin/history-list.tsx";
import { EmailList } from "#src/modules/office/booking-admin/admin/email-list.tsx";
import { MoneyLines } from "#src/modules/office/booking-admin/admin/money-lines.tsx";
import { NoteList } from "#src/modules/office/booking-admin/admin/note-list.tsx";
import { later } from "#src/ui/later.tsx";
import { PanelSection } from "#src/modules/office/booking-admin/admin/panel-section.tsx";
import { TagList } from "#src/modules/office/booking-admin/admin/tag-list.tsx";
import { useAct } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminNotice } from "#src/ui/admin/field.tsx";

// the list of bookings shows no panel until one is opened
const PartnerPart = later(
  "booking-partner",
  async () => (await import("#src/modules/office/booking-admin/admin/partner-part.tsx")).PartnerPart,
);

const TONES: Record<Panel["status"], Tone> = { confirmed: "done", pending: "waiting", cancelled: "failed" };

/** A booking's state badge. */
export function BookingBadge({ panel }: { panel: Panel }) {
  const { t } = useText();
  const lapsed = panel.status === "pending" && !panel.holdLives;
  return (
    <>
      <Badge tone={TONES[panel.status]}>
        {lapsed ? t("booking-admin.lapsed") : t("booking-admin.status", { status: panel.status })}
      </Badge>
      {panel.test && <Badge tone="none">{t("booking-admin.test")}</Badge>}
    </>
  );
}

/** A booking's identity: reference, departure and number of guests. */
export function BookingMeta({ panel }: { panel: Panel }) {
  const { t, locale } = useText();
  const { day } = useWriting(panel);
  const { departure } = panel;
  return (
    <span className="flex flex-wrap gap-x-1.5 *:not-last:after:ml-1.5 *:not-last:after:content-['·']">
      <span>
        <span className="font-mono">{panel.reference}</span>
      </span>
      <span>{departure.crawl}</span>
      <span>
        <Link
          to={localizedPath(`/admin/nights/${departure.departureId}`, locale)}
          title={t("booking-admin.openNight")}
          className={ADMIN_LINK}
        >
          {day(departure.date)} {departure.startTime}
        </Link>
      </span>
      <span>{t("booking-admin.people", { people: panel.people })}</span>
      {panel.imported ? (
        <span className="wrap-anywhere">{t("booking-admin.imported", panel.imported)}</span>
      ) : (
        panel.source !== "web" && <span>{t(SOLD[panel.source])}</span>
      )}
    </span>
  );
}

const SOLD = {
  desk: "booking-admin.atDesk",
  reseller: "booking-admin.byReseller",
  door: "booking-admin.atDoor",
  admin: "booking-admin.byHand",
} as const;

/** Everything about a booking: guests, money, emails, notes and audit log. Two columns where there is room. */
export function BookingPanel({ panel }: { panel: Panel }) {
  const { t, locale } = useText();
  const { dayOf } = useWriting(panel);
  const language = t(panel.language === "es" ? "booking-admin.new.spanish" : "booking-admin.new.english");
  return (
    <div className="@container">
      <div className="grid @3xl:grid-cols-2 @3xl:gap-x-8">
        <div className="min-w-0">
          <StandingNotice panel={panel} />
          {panel.noShow && <NoShow panel={panel} />}
          {panel.table && <FriendTable panel={panel} table={panel.table} />}
          <PanelSection icon={<TicketCheck aria-hidden size={15} />} title={t("booking-admin.guests")}>
            <GuestList panel={panel} />
          </PanelSection>
          <PanelSection
            icon={<Wallet aria-hidden size={15} />}
            title={t("booking-admin.money")}
            aside={t("booking-admin.rateOf", { currency: panel.currency, date: dayOf(`${panel.rateDate}T18:00:00Z`) })}
          >
            <MoneyLines panel={panel} />
          </PanelSection>
          <PanelSection icon={<Handshake aria-hidden size={15} />} title={t("booking-admin.partner")}>
            <PartnerPart panel={panel} />
          </PanelSection>
          <PanelSection icon={<Scale aria-hidden size={15} />} title={t("booking-admin.agreed")}>
            <AgreedLines panel={panel} />
          </PanelSection>
          <PanelSection icon={<Mail aria-hidden size={15} />} title={t("booking-admin.emails")} aside={language}>
            <EmailList panel={panel} />
          </PanelSection>
        </div>
        <div className="min-w-0 border-t border-border @3xl:border-t-0">
          <PanelSection icon={<History aria-hidden size={15} />} title={t("booking-admin.history")}>
            <HistoryList panel={panel} locale={locale} />
          </PanelSection>
          <PanelSection icon={<Tag aria-hidden size={15} />} title={t("booking-admin.tags")}>
            <TagList panel={panel} />
          </PanelSection>
          <PanelSection icon={<MessageSquareText aria-hidden size={15} />} title={t("booking-admin.notes")}>
            <NoteList key={panel.notes.length} panel={panel} />
          </PanelSection>
        </div>
      </div>
    </div>
  );
}

/** None of its guests came, unless somebody knows better. */
function NoShow({ panel }: { panel: Panel }) {
  const { t } = useText();
  const { busy, refused, post } = useAct(panel.id);
  return (
    <div className="pt-3">
      <AdminNotice tone="waiting">
        <p>{t("booking-admin.noShow")}</p>
        <AdminButton small busy={busy} onClick={() => post({ act: "there" })}>
          {t("booking-admin.act.there")}
        </AdminButton>
        {refused && <p role="alert">{refused}</p>}
      </AdminNotice>
    </div>
  );
}

/** The friends' table of a booking; whoever may, changes or closes it from the booking that started it. */
function FriendTable({ panel, table }: { panel: Panel; table: NonNullable<Panel["table"]> }) {
  const { t, locale } = useText();
  const [asking, setAsking] = useState<"close" | "resize" | null>(null);
  const { busy, refused, post } = useAct(panel.id, { onDone: () => setAsking(null) });
  const { organiser, places, paid, is_open: isOpen, booking_id: first } = table;
  const isOwn = first === panel.id;
  const line = { name: organiser, paid, places, open: String(isOpen) };
  const resize = (form: FormData) => post({ act: "resize_table", places: Number(form.get("places")) });
  const mayAct = isOwn && isOpen && panel.may.change;
  return (
    <div className="pt-3">
      <AdminNotice tone="done">
        <p>
          {t(isOwn ? "booking-admin.table.own" : "booking-admin.table.share", line)}{" "}
          {!isOwn && (
            <Link to={localizedPath(`/admin/bookings/${first}`, locale)} className={ADMIN_LINK}>
              {t("booking-admin.table.first")}
            </Link>
          )}
        </p>
        {mayAct && asking === null && (
          <span className="mt-1.5 flex flex-wrap gap-2">
            <AdminButton small onClick={() => setAsking("resize")}>
              {t("booking-admin.table.resize")}
            </AdminButton>
            <AdminButton small onClick={() => setAsking("close")}>
              {t("booking-admin.table.close")}
            </AdminButton>
          </span>
        )}
        {mayAct && asking === "resize" && (
          <form
            className="mt-1.5 grid gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              resize(new FormData(event.currentTarget));
            }}
          >
            <AdminField
              id="table-places"
              label={t("booking-admin.table.places")}
              help={t("booking-admin.table.resizeText")}
            >
              {(control) => (
                <AdminInput
                  {...control}
                  name="places"
                  type="number"
                  inputMode="numeric"
                  min={1}
                  defaultValue={places}
                  required
                  className="max-w-24"
                />
              )}
            </AdminField>
            <span className="flex flex-wrap gap-2">
              <AdminButton small type="submit" busy={busy}>
                {t("booking-admin.act.resize_table")}
              </AdminButton>
              <AdminButton small onClick={() => setAsking(null)}>
                {t("booking-admin.table.leave")}
              </AdminButton>
            </span>
          </form>
        )}
        {mayAct && asking === "close" && (
          <>
            <p className="mt-1.5">{t("booking-admin.table.closeText")}</p>
            <span className="mt-1.5 flex flex-wrap gap-2">
              <AdminButton small busy={busy} onClick={() => post({ act: "close_table" })}>
                {t("booking-admin.act.close_table")}
              </AdminButton>
              <AdminButton small onClick={() => setAsking(null)}>
                {t("booking-admin.table.keep")}
              </AdminButton>
            </span>
          </>
        )}
        {refused && <p role="alert">{refused}</p>}
      </AdminNotice>
    </div>
  );
}

/** What staff should see first: an expiring hold, a pending change, why it is cancelled. */
function StandingNotice({ panel }: { panel: Panel }) {
  const { t } = useText();
  const { until, day, dayOf, moment, money } = useWriting(panel);
  const { change, choice } = panel;
  const lines = [
    panel.status === "pending" && panel.holdLives && t("booking-admin.heldUntil", { time: until(panel.holdExpiresAt) }),
    panel.guest.refusedSince !== null &&
      t("booking-admin.addressRefused", { email: panel.guest.email, date: dayOf(panel.guest.refusedSince) }),
    panel.status === "cancelled" && t("booking-admin.cancelledBecause", { reason: panel.cancelReason }),
    choice &&
      t(choice.money ? "booking-admin.choosing" : "booking-admin.choosingDate", { moment: moment(choice.until) }),
    change &&
      t("booking-admin.changeWaits", {
        kind: change.kind,
        date: day(change.date),
        amount: money(change.difference),
        time: until(change.until),
      }),
  ].filter((line): line is string => typeof line === "string");
  if (lines.length === 0) return null;
  return (
    <div className="pt-3">
      <AdminNotice tone={panel.status === "cancelled" ? "failed" : "waiting"}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {choice?.path && (
          <AdminLink small to={choice.path} target="_blank">
            {t("booking-admin.chooseFor")}
          </AdminLink>
        )}
        {panel.guest.refusedSince !== null && panel.may.change && <CorrectContact panel={panel} />}
      </AdminNotice>
    </div>
  );
}

/** The way to correct a refused address, beside the sentence that says so: on a phone the other acts are screens below. */
function CorrectContact({ panel }: { panel: Panel }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <AdminButton small className="mt-1.5" icon={<Pencil aria-hidden size={15} />} onClick={() => setOpen(true)}>
        {t("booking-admin.act.contact")}
      </AdminButton>
      {isOpen && <BookingDialog doing="contact" panel={panel} onClose={() => setOpen(false)} />}
    </>
  );
}
