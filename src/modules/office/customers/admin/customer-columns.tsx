import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import type { Customer } from "#src/modules/office/customers/schema.ts";
import { type Column, NameInCell, type PhoneRow } from "#src/ui/admin/table.tsx";

/** Customers with their number of bookings and spending per currency. */
export const customerColumns = (t: Text, locale: Locale): Column<Customer>[] => [
  { id: "name", head: t("customers.name"), cell: ({ name }) => <NameInCell>{name}</NameInCell>, grows: true },
  {
    id: "contact",
    head: t("customers.contact"),
    cell: ({ contact }) => <span className="block max-w-72 truncate text-text-2">{contact}</span>,
  },
  {
    id: "bookings",
    head: t("customers.bookings"),
    cell: ({ bookings, confirmed }) => t("customers.confirmed", { bookings, confirmed }),
  },
  { id: "spent", head: t("customers.spent"), numeric: true, cell: (customer) => spent(customer, t, locale) },
  { id: "last", head: t("customers.last"), numeric: true, cell: (customer) => lastDay(customer, t, locale) },
  {
    id: "account",
    head: t("customers.account"),
    cell: ({ account }) => t(account ? "customers.account.yes" : "customers.account.no"),
  },
];

export const customerPhoneRow =
  (t: Text, locale: Locale) =>
  (customer: Customer): PhoneRow => ({
    first: customer.name,
    second: customer.contact,
    end: spent(customer, t, locale),
    endSecond: lastDay(customer, t, locale),
  });

const spent = ({ spent: money }: Customer, t: Text, locale: Locale) =>
  money.length === 0 ? (
    <span className="text-text-3">{t("customers.nothing")}</span>
  ) : (
    money.map((one) => formatMoney(one, locale)).join(" + ")
  );

/** When they last booked; of who was only imported the day says nothing of that. */
const lastDay = ({ last, bookings }: Customer, t: Text, locale: Locale) =>
  bookings === 0 ? t("customers.imported") : shortDate(dateIn(new Date(last), HOME_ZONE), locale);
