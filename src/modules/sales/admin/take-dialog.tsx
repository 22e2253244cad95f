import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { ActDialog } from "#src/modules/sales/admin/act-dialog.tsx";
import { RadioChoices } from "#src/modules/sales/admin/radio-choices.tsx";
import { useAct } from "#src/modules/sales/admin/use-act.ts";
import { useWriting } from "#src/modules/sales/admin/use-writing.ts";
import type { Panel } from "#src/modules/sales/rules/panel.ts";

/** Writes down that staff have the money for an unpaid booking, or for a change of one that waits. */
export function TakeDialog({ panel, onClose }: { panel: Panel; onClose: () => void }) {
  const { t } = useText();
  const { day, money } = useWriting(panel);
  const [way, setWay] = useState<"cash" | "invoice">("cash");
  const [key] = useState(() => crypto.randomUUID());
  const act = useAct(panel.id, { onDone: onClose });
  const { change, people, currency } = panel;
  const bill = change ? change.difference : (panel.toPay ?? 0);
  const asked = bill === 0 ? "free" : way;
  const amount = money(bill);
  return (
    <ActDialog
      title={t("reservation.take.title")}
      confirm={t("reservation.take.do", { way: asked, amount })}
      busy={act.busy}
      refused={act.refused}
      onClose={onClose}
      onConfirm={() => act.post({ act: "take", key, way: asked, amount: bill, currency, change_id: change?.id ?? "" })}
    >
      <p>
        {change
          ? t("reservation.take.change")
          : t("reservation.take.what", { people, date: day(panel.departure.date), name: panel.guest.name })}
      </p>
      {bill > 0 && (
        <RadioChoices
          name="way"
          legend={t("reservation.take.way")}
          value={way}
          onValue={setWay}
          options={(["cash", "invoice"] as const).map((method) => ({
            value: method,
            label: t("reservation.way", { method }),
            note: amount,
          }))}
        />
      )}
    </ActDialog>
  );
}
