import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Customer } from "#src/modules/office/customers/schema.ts";
import { type Column, DataTable, NameInCell } from "#src/ui/admin/table.tsx";
import type { ReactNode } from "react";

type CustomerTableProps = {
  customers: readonly Customer[];
  opened: string | null;
  openHref: (customer: Customer) => string;
  empty: ReactNode;
};

const named = ({ name }: Customer) => <NameInCell>{name}</NameInCell>;
const address = ({ contact }: Customer) => <span className="block max-w-72 truncate text-text-2">{contact}</span>;

/** Customers with their number of bookings and spending per currency. */
export function CustomerTable({ customers, opened, openHref, empty }: CustomerTableProps) {
  const { t, locale } = useText();
  const spent = ({ spent: money }: Customer) =>
    money.length === 0 ? (
      <span className="text-text-3">{t("customers.nothing")}</span>
    ) : (
      money.map((one) => formatMoney(one, locale)).join(" + ")
    );
  const last = (customer: Customer) => shortDate(dateIn(new Date(customer.last), HOME_ZONE), locale);
  const bookings = ({ bookings: count, confirmed }: Customer) =>
    t("customers.confirmed", { bookings: count, confirmed });
  const columns: Column<Customer>[] = [
    { id: "name", head: t("customers.name"), cell: named, grows: true },
    {
      id: "contact",
      head: t("customers.contact"),
      cell: address,
    },
    { id: "bookings", head: t("customers.bookings"), cell: bookings },
    { id: "spent", head: t("customers.spent"), numeric: true, cell: spent },
    { id: "last", head: t("customers.last"), numeric: true, cell: last },
    {
      id: "account",
      head: t("customers.account"),
      cell: ({ account }) => t(account ? "customers.account.yes" : "customers.account.no"),
    },
  ];
  return (
    <DataTable
      label={t("customers.title")}
      columns={columns}
      rows={customers}
      rowId={({ id }) => id}
      opened={opened}
      openHref={openHref}
      phone={(customer) => ({
        first: customer.name,
        second: customer.contact,
        end: spent(customer),
        endSecond: last(customer),
      })}
      empty={empty}
    />
  );
}
