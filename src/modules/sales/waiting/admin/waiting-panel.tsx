import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

export type WaitingSum = { parties: number; people: number; money: readonly { currency: Currency; amount: number }[] };

/** Who waits for a night, in figures, with the way to the list; nothing where nobody ever asked. */
export function WaitingPanel({ nightId, sum, isEmpty }: { nightId: string; sum: WaitingSum; isEmpty: boolean }) {
  const { t, locale } = useText();
  if (isEmpty) return null;
  return (
    <Panel
      title={t("waiting-admin.title")}
      action={
        <Link to={localizedPath(`/admin/nights/${nightId}/waiting-list`, locale)} className={ADMIN_LINK}>
          {t("night.seeAll")}
        </Link>
      }
    >
      <SumText sum={sum} />
    </Panel>
  );
}

/** How many wait, and what they would pay. */
export function SumText({ sum: { parties, people, money } }: { sum: WaitingSum }) {
  const { t, locale } = useText();
  const amount = money.map((one) => formatMoney(one, locale)).join(" + ");
  return (
    <>
      <p>{t("waiting-admin.sum", { parties, people })}</p>
      {amount && <p className="font-semibold tabular-nums">{t("waiting-admin.value", { amount })}</p>}
    </>
  );
}
