import {
  CalendarClock,
  Copy,
  HandCoins,
  Link2,
  MessageSquare,
  Pencil,
  Shirt,
  Undo2,
  UsersRound,
  X,
} from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { Doing } from "#src/modules/office/booking-admin/admin/booking-dialog.tsx";
import { useAct } from "#src/modules/office/booking-admin/admin/use-act.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { useCopy } from "#src/ui/admin/copy-button.tsx";
import { later } from "#src/ui/later.tsx";

/** An act's dialog: whoever looks at a booking does one thing to it, if any. */
export const BookingDialog = later(
  "booking-dialog",
  async () => (await import("#src/modules/office/booking-admin/admin/booking-dialog.tsx")).BookingDialog,
);

/** The actions the viewer may take on a booking now, the destructive one far right. Renders nothing without any. */
export function BookingActions({ panel }: { panel: Panel }) {
  const { t } = useText("booking-admin");
  const [doing, setDoing] = useState<Doing | null>(null);
  const copyText = useCopy();
  const copy = (href: string) =>
    copyText(href, { copied: t("booking-admin.copied"), refused: t("booking-admin.notCopied", { link: href }) });
  const link = useAct(panel.id);
  const newLink = useAct(panel.id);
  if (!panel.may.change) return null;
  const { payLink, share } = panel;
  const isConfirmed = panel.status === "confirmed";
  const canTake = panel.toPay !== null || panel.change !== null;
  const refundable = panel.may.refund && panel.payments.some(({ left }) => left > 0);
  return (
    <>
      {canTake && (
        <AdminButton kind="ink" icon={<HandCoins aria-hidden size={16} />} onClick={() => setDoing("take")}>
          {t("booking-admin.act.take")}
        </AdminButton>
      )}
      {isConfirmed && !panel.departure.over && (
        <>
          <AdminButton
            kind={canTake ? "plain" : "ink"}
            icon={<CalendarClock aria-hidden size={16} />}
            onClick={() => setDoing("date")}
          >
            {t("booking-admin.act.date")}
          </AdminButton>
          <AdminButton icon={<UsersRound aria-hidden size={16} />} onClick={() => setDoing("people")}>
            {t("booking-admin.act.guests")}
          </AdminButton>
          {panel.sellsAddOns && (
            <AdminButton icon={<Shirt aria-hidden size={16} />} onClick={() => setDoing("add_ons")}>
              {t("booking-admin.act.addOns")}
            </AdminButton>
          )}
        </>
      )}
      {panel.guest.name && (
        <AdminButton icon={<Pencil aria-hidden size={16} />} onClick={() => setDoing("contact")}>
          {t("booking-admin.act.contact")}
        </AdminButton>
      )}
      {refundable && (
        <AdminButton icon={<Undo2 aria-hidden size={16} />} onClick={() => setDoing("refund")}>
          {t("booking-admin.act.refund")}
        </AdminButton>
      )}
      {payLink && (
        <AdminButton icon={<Copy aria-hidden size={16} />} onClick={() => void copy(payLink)}>
          {t("booking-admin.act.copy")}
        </AdminButton>
      )}
      {share && (
        <>
          <AdminLink
            icon={<MessageSquare aria-hidden size={16} />}
            to={share.whatsApp}
            target="_blank"
            rel="noreferrer"
          >
            {t("booking-admin.act.whatsApp")}
          </AdminLink>
          <AdminButton icon={<Copy aria-hidden size={16} />} onClick={() => void copy(share.link)}>
            {t("booking-admin.act.copyTickets")}
          </AdminButton>
        </>
      )}
      {panel.guest.email && (
        <AdminButton
          icon={<Link2 aria-hidden size={16} />}
          busy={link.busy}
          onClick={() => {
            if (!link.busy) link.post({ act: "link", key: crypto.randomUUID() });
          }}
        >
          {t("booking-admin.act.link")}
        </AdminButton>
      )}
      {panel.guest.email && (
        <AdminButton
          icon={<Link2 aria-hidden size={16} />}
          busy={newLink.busy}
          onClick={() => {
            if (!newLink.busy) newLink.post({ act: "new_link", key: crypto.randomUUID() });
          }}
        >
          {t("booking-admin.act.newLink")}
        </AdminButton>
      )}
      {panel.status !== "cancelled" && (
        <AdminButton
          kind="danger"
          className="ml-auto"
          icon={<X aria-hidden size={16} />}
          onClick={() => setDoing("cancel")}
        >
          {t("booking-admin.act.cancel")}
        </AdminButton>
      )}
      {(link.refused || newLink.refused) && (
        <p role="alert" className="basis-full font-medium text-low-text">
          {link.refused || newLink.refused}
        </p>
      )}
      {doing && <BookingDialog doing={doing} panel={panel} onClose={() => setDoing(null)} />}
    </>
  );
}
