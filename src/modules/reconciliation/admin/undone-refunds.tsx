import { useText } from "#src/locales/use-text.ts";
import type { SectionProps } from "#src/modules/reconciliation/admin/decisions.tsx";
import { AdminSection, NothingHere } from "#src/modules/reconciliation/admin/payments-section.tsx";
import { MoneyAct, type Refused } from "#src/modules/reconciliation/admin/money-act.tsx";
import { MoneyEntries, MoneyEntry, useFigures } from "#src/modules/reconciliation/admin/money-entry.tsx";
import type { PaymentsAdmin } from "#src/modules/reconciliation/schema.ts";

type Refund = PaymentsAdmin["refunds"][number];

/** Refunds that are not done: those for a person first. */
export function UndoneRefunds({ admin, done, refused }: SectionProps) {
  const { t } = useText();
  const { refunds, mayChange } = admin;
  const forPeople = refunds.filter(({ status }) => status === "manual");
  return (
    <AdminSection id="refunds" title={t("money.refunds.title")} count={forPeople.length} done={done}>
      {refunds.length === 0 ? (
        <NothingHere>{t("money.refunds.empty")}</NothingHere>
      ) : (
        <MoneyEntries>
          {refunds.map((one) => (
            <Undone key={one.id} one={one} mayChange={mayChange} refused={refused} />
          ))}
        </MoneyEntries>
      )}
    </AdminSection>
  );
}

function Undone({ one, mayChange, refused }: { one: Refund; mayChange: boolean; refused: Refused | null }) {
  const { t } = useText();
  const { money, moment } = useFigures();
  const state = useRefundState(one);
  const told = { amount: money(one.money), provider: one.provider };
  const about = t("money.forBooking", { reference: one.reference });
  return (
    <MoneyEntry
      title={one.reference}
      state={state}
      tone={one.status === "manual" ? "now" : "soon"}
      facts={[
        [t("money.guest"), one.guest],
        [t("money.amount"), money(one.money)],
        [t("money.provider"), one.provider],
        [t("money.since"), moment(one.at)],
      ]}
      note={one.error}
    >
      {mayChange && one.waits !== "dispute" && (one.status === "manual" || one.status === "failed") && (
        <>
          {one.status === "manual" && (
            <MoneyAct
              act="close"
              id={one.id}
              about={about}
              what={t("money.close.what", told)}
              note={t("money.close.note")}
              refused={refused}
            />
          )}
          <MoneyAct act="retry" id={one.id} about={about} what={t("money.retry.what", told)} refused={refused} />
        </>
      )}
    </MoneyEntry>
  );
}

/** How a refund stands, in words. */
function useRefundState({ status, waits, due }: Refund): string {
  const { t } = useText();
  const { moment } = useFigures();
  if (waits === "balance") return t("money.refund.balance");
  if (waits === "dispute") return t("money.refund.dispute");
  if (status === "manual") return t("money.refund.manual");
  if (status === "failed") return t("money.refund.failed", { when: moment(due) });
  return status === "submitted" ? t("money.refund.submitted") : t("money.refund.requested");
}
