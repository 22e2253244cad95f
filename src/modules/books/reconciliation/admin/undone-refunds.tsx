import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { useText } from "#src/locales/use-text.ts";
import type { SectionProps } from "#src/modules/books/reconciliation/admin/decisions.tsx";
import { AdminSection, NothingHere } from "#src/modules/books/reconciliation/admin/payments-section.tsx";
import { MoneyAct, type Refused } from "#src/modules/books/reconciliation/admin/money-act.tsx";
import { MoneyEntries, MoneyEntry, useFigures } from "#src/modules/books/reconciliation/admin/money-entry.tsx";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { waitsForStaff } from "#src/modules/books/reconciliation/rules/admin.ts";
import type { PaymentsAdmin } from "#src/modules/books/reconciliation/schema.ts";

type Refund = PaymentsAdmin["refunds"][number];

/** Refunds not completed: those left to staff first. */
export function UndoneRefunds({ admin, done, refused }: SectionProps) {
  const { t } = useText();
  const { refunds, mayChange } = admin;
  return (
    <AdminSection
      id="refunds"
      title={t("reconciliation.refunds.title")}
      count={refunds.filter(waitsForStaff).length}
      done={done}
    >
      {refunds.length === 0 ? (
        <NothingHere>{t("reconciliation.refunds.empty")}</NothingHere>
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
  const provider = providerText(one.provider, t);
  const values = { amount: money(one.money), provider };
  const about = t("reconciliation.forBooking", { reference: one.reference });
  return (
    <MoneyEntry
      title={<BookingReference reference={one.reference} />}
      state={state}
      tone={one.status === "manual" ? "now" : "soon"}
      facts={[
        [t("reconciliation.guest"), one.guest],
        [t("reconciliation.amount"), money(one.money)],
        [t("reconciliation.provider"), provider],
        [t("reconciliation.since"), moment(one.at)],
      ]}
      note={one.by ? null : one.error}
    >
      {mayChange && one.waits !== "dispute" && (one.status === "manual" || one.status === "failed") && (
        <>
          {one.status === "manual" && (
            <MoneyAct
              act="close"
              id={one.id}
              about={about}
              what={t("reconciliation.close.what", values)}
              note={t("reconciliation.close.note")}
              refused={refused}
            />
          )}
          {!one.by && (
            <MoneyAct
              act="retry"
              id={one.id}
              about={about}
              what={t("reconciliation.retry.what", values)}
              refused={refused}
            />
          )}
        </>
      )}
    </MoneyEntry>
  );
}

function useRefundState({ status, by, waits, due }: Refund): string {
  const { t } = useText();
  const { moment } = useFigures();
  if (waits === "balance") return t("reconciliation.refund.balance");
  if (waits === "dispute") return t("reconciliation.refund.dispute");
  if (status === "manual" && by) return t(`reconciliation.refund.${by}`);
  if (status === "manual") return t("reconciliation.refund.manual");
  if (status === "failed") return t("reconciliation.refund.failed", { when: moment(due) });
  return status === "submitted" ? t("reconciliation.refund.submitted") : t("reconciliation.refund.requested");
}
