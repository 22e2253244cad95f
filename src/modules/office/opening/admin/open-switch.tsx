import { DoorOpen, Lock, TriangleAlert } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useFetcher } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { leftOut } from "#src/modules/office/opening/rules/opening.ts";
import type { Opening } from "#src/modules/office/opening/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** Opens the site for guests, or closes it again, after saying what that does. */
export function OpenSwitch({ opening }: { opening: Opening }) {
  const { t } = useText("opening");
  const act = useFetcher<FormAnswer>();
  const [asks, setAsks] = useState(false);
  const post = (intent: "open" | "close") => void act.submit({ intent }, { method: "post" });
  useAnswer(act.data, () => setAsks(false));
  useUndo(act, { label: t("opening.undo") });
  const { isOpen, states } = opening;
  const isBusy = act.state !== "idle";
  return (
    <>
      <AdminButton
        kind={isOpen ? "plain" : states.open === "later" ? "plain" : "brand"}
        disabled={!isOpen && states.open === "later"}
        icon={isOpen ? <Lock aria-hidden size={15} /> : <DoorOpen aria-hidden size={15} />}
        onClick={() => setAsks(true)}
      >
        {t(isOpen ? "opening.close.act" : "opening.open.act")}
      </AdminButton>
      <ConfirmDialog
        open={asks}
        title={t(isOpen ? "opening.close.ask" : "opening.open.ask")}
        confirmLabel={t(isOpen ? "opening.close.act" : "opening.open.act")}
        cancelLabel={t(isOpen ? "opening.close.keep" : "opening.open.keep")}
        dangerous={isOpen}
        busy={isBusy}
        onConfirm={() => post(isOpen ? "close" : "open")}
        onClose={() => setAsks(false)}
      >
        {isOpen ? <CloseEffect /> : <OpenEffect opening={opening} />}
      </ConfirmDialog>
    </>
  );
}

const Lines = ({ ids }: { ids: readonly MessageId[] }) => {
  const { t } = useText();
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {ids.map((id) => (
        <li key={id}>{t(id)}</li>
      ))}
    </ul>
  );
};

const CloseEffect = () => (
  <Lines ids={["opening.close.nights", "opening.close.paying", "opening.close.booked", "opening.close.staff"]} />
);

function OpenEffect({ opening }: { opening: Opening }) {
  const { t } = useText();
  const undone = leftOut(opening.states);
  return (
    <div className="grid gap-3">
      <p>{t("opening.open.effect", { count: opening.nights.count })}</p>
      {!opening.payments.live && (
        <AdminNotice icon={<TriangleAlert aria-hidden size={16} />}>{t("opening.open.practice")}</AdminNotice>
      )}
      {undone.length > 0 && (
        <div className="grid gap-1">
          <p>{t("opening.open.leftOut")}</p>
          <Lines ids={undone.map((step) => `opening.${step}.title` as const)} />
        </div>
      )}
      {opening.bookings > 0 && <p>{t("opening.open.bookings", { count: opening.bookings })}</p>}
    </div>
  );
}
