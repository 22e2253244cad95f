import { Download } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SectionProps } from "#src/modules/books/reconciliation/admin/decisions.tsx";
import { AdminSection, NothingHere } from "#src/modules/books/reconciliation/admin/payments-section.tsx";
import { useFigures } from "#src/modules/books/reconciliation/admin/money-entry.tsx";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import type { PaymentsAdmin } from "#src/modules/books/reconciliation/schema.ts";
import { adminButtonClass } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** The ledger's balances, its last check, and the two files that a month is closed from. */
export function Books({ admin: { books }, done }: SectionProps) {
  const { t } = useText();
  return (
    <AdminSection id="books" title={t("reconciliation.books.title")} done={done}>
      <LedgerCheck proof={books.proof} />
      {books.balances.length === 0 ? (
        <NothingHere>{t("reconciliation.books.empty")}</NothingHere>
      ) : (
        <Balances balances={books.balances} />
      )}
      <Entries month={books.month} />
    </AdminSection>
  );
}

function LedgerCheck({ proof }: { proof: PaymentsAdmin["books"]["proof"] }) {
  const { t } = useText();
  const { moment } = useFigures();
  if (!proof) return <Notice>{t("reconciliation.books.unchecked")}</Notice>;
  const values = { when: moment(proof.at), count: proof.differences };
  return proof.differences === 0 ? (
    <Notice tone="good">{t("reconciliation.books.checked", values)}</Notice>
  ) : (
    <Notice tone="bad">{t("reconciliation.books.wrong", values)}</Notice>
  );
}

function Balances({ balances }: { balances: PaymentsAdmin["books"]["balances"] }) {
  const { t } = useText();
  const { money } = useFigures();
  return (
    <table className="w-full max-w-[40rem] text-left">
      <caption className="sr-only">{t("reconciliation.books.title")}</caption>
      <thead className="text-fine text-text-2">
        <tr>
          <th scope="col" className="border-b-2 border-border-strong py-2 pr-4 font-semibold">
            {t("reconciliation.books.account")}
          </th>
          <th scope="col" className="border-b-2 border-border-strong py-2 text-right font-semibold">
            {t("reconciliation.books.balance")}
          </th>
        </tr>
      </thead>
      <tbody>
        {balances.map(({ account, provider, test, money: balance }) => (
          <tr key={[account, provider, balance.currency, test].join()} className="border-b border-border">
            <th scope="row" className="py-2 pr-4 font-normal">
              {t(`reconciliation.account.${account}`)}
              {provider && ` · ${providerText(provider, t)}`}
              {test && <span className="text-text-2"> · {t("reconciliation.books.test")}</span>}
            </th>
            <td className="py-2 text-right whitespace-nowrap tabular-nums">{money(balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A plain form, because the response is a file. */
function Entries({ month }: { month: string }) {
  const { t, locale } = useText();
  return (
    <form
      method="get"
      action={localizedPath("/admin/payments/ledger.csv", locale)}
      className="flex flex-wrap items-end gap-3 border-t border-border pt-4"
    >
      <AdminField id="ledger-month" label={t("reconciliation.books.month")} className="w-48">
        {(control) => <AdminInput {...control} type="month" name="month" defaultValue={month} required />}
      </AdminField>
      <button type="submit" className={adminButtonClass({})}>
        <Download aria-hidden size={15} />
        {t("reconciliation.books.download")}
      </button>
      <button
        type="submit"
        formAction={localizedPath("/admin/payments/moved.csv", locale)}
        className={adminButtonClass({})}
      >
        <Download aria-hidden size={15} />
        {t("reconciliation.books.moved")}
      </button>
    </form>
  );
}
