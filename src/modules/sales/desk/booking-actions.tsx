import { CalendarClock, Copy, HandCoins, Link2, Undo2, UsersRound, X } from "#src/ui/lucide/icons.ts";
import { type ComponentType, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { CancelDialog } from "#src/modules/sales/desk/cancel-dialog.tsx";
import { DateDialog } from "#src/modules/sales/desk/date-dialog.tsx";
import { PeopleDialog } from "#src/modules/sales/desk/people-dialog.tsx";
import { RefundDialog } from "#src/modules/sales/desk/refund-dialog.tsx";
import { TakeDialog } from "#src/modules/sales/desk/take-dialog.tsx";
import { useAct } from "#src/modules/sales/desk/use-act.ts";
import type { Panel } from "#src/modules/sales/rules/panel.ts";
import { DeskButton } from "#src/ui/desk/button.tsx";
import { stackToast } from "#src/ui/toasts.tsx";

type Doing = "date" | "people" | "refund" | "take" | "cancel";

const DIALOGS: Record<Doing, ComponentType<{ panel: Panel; onClose: () => void }>> = {
  date: DateDialog,
  people: PeopleDialog,
  refund: RefundDialog,
  take: TakeDialog,
  cancel: CancelDialog,
};

/** What can be done to a booking now, by whoever looks at it; the destructive one far right. Nothing where nothing may be done. */
export function BookingActions({ panel }: { panel: Panel }) {
  const { t } = useText("reservation");
  const [doing, setDoing] = useState<Doing | null>(null);
  const link = useAct(panel.id);
  if (!panel.may.change) return null;
  const { payLink } = panel;
  const isConfirmed = panel.status === "confirmed";
  const canTake = panel.toPay !== null || panel.change !== null;
  const refundable = panel.may.refund && panel.payments.some(({ left }) => left > 0);
  const Dialog = doing && DIALOGS[doing];
  return (
    <>
      {canTake && (
        <DeskButton kind="ink" icon={<HandCoins aria-hidden size={16} />} onClick={() => setDoing("take")}>
          {t("reservation.act.take")}
        </DeskButton>
      )}
      {isConfirmed && !panel.night.over && (
        <>
          <DeskButton
            kind={canTake ? "plain" : "ink"}
            icon={<CalendarClock aria-hidden size={16} />}
            onClick={() => setDoing("date")}
          >
            {t("reservation.act.date")}
          </DeskButton>
          <DeskButton icon={<UsersRound aria-hidden size={16} />} onClick={() => setDoing("people")}>
            {t("reservation.act.guests")}
          </DeskButton>
        </>
      )}
      {refundable && (
        <DeskButton icon={<Undo2 aria-hidden size={16} />} onClick={() => setDoing("refund")}>
          {t("reservation.act.refund")}
        </DeskButton>
      )}
      {payLink && (
        <DeskButton icon={<Copy aria-hidden size={16} />} onClick={() => void copy(payLink)}>
          {t("reservation.act.copy")}
        </DeskButton>
      )}
      {panel.guest.email && (
        <DeskButton
          icon={<Link2 aria-hidden size={16} />}
          busy={link.busy}
          onClick={() => {
            if (!link.busy) link.post({ act: "link", key: crypto.randomUUID() });
          }}
        >
          {t("reservation.act.link")}
        </DeskButton>
      )}
      {panel.status !== "cancelled" && (
        <DeskButton
          kind="danger"
          className="ml-auto"
          icon={<X aria-hidden size={16} />}
          onClick={() => setDoing("cancel")}
        >
          {t("reservation.act.cancel")}
        </DeskButton>
      )}
      {link.refused && (
        <p role="alert" className="basis-full font-medium text-low-text">
          {link.refused}
        </p>
      )}
      {Dialog && <Dialog panel={panel} onClose={() => setDoing(null)} />}
    </>
  );

  async function copy(href: string) {
    const copied = await navigator.clipboard.writeText(href).then(
      () => true,
      () => false,
    );
    const title = copied ? t("reservation.copied") : t("reservation.notCopied", { link: href });
    stackToast({ title, tone: copied ? "good" : "bad" }, copied ? {} : { stays: true });
  }
}
