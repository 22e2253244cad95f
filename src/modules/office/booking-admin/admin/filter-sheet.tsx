import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import type { ReactNode } from "react";
import { CURRENCIES } from "#src/kernel/money.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import {
  type BookingQuery,
  daysMeant,
  DOUBT_STATES,
  LANGUAGES,
  PAID,
  SOURCES,
  STATES,
} from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { List } from "#src/ui/admin/list/use-list.ts";
import { MONEY_PROVIDERS } from "#src/modules/base/settings/rules/payment-companies.ts";
import { partnerMeant } from "#src/modules/office/booking-admin/rules/partner.ts";
import type { Choices } from "#src/modules/office/booking-admin/schema.ts";
import { AdminCheck, AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { FilterSelect, FilterSheet } from "#src/ui/admin/filter-sheet.tsx";

type BookingFilterSheetProps = { list: List<BookingQuery>; choices: Choices; today: string; onClose: () => void };

/** All filters in one form. */
export function BookingFilterSheet({ list, choices, today, onClose }: BookingFilterSheetProps) {
  const { t, locale } = useText();
  const { address, path, values: filters } = list;
  const names = (all: Choices["cities"]) =>
    all.map(({ id, name }) => [id, inLocale(locale, name.en, name.es)] as const);
  return (
    <FilterSheet
      path={path}
      hiddenFields={address.fields(
        filters,
        address.filters.filter((name) => name !== "q"),
      )}
      resetHref={list.hrefOf(address.unfiltered(filters))}
      applyLabel={t("booking-admin-list.filter.apply")}
      onClose={onClose}
    >
      {(["night", "sold"] as const).map((name) => {
        const { from, to } = filters[name] === null ? {} : daysMeant(filters[name], today);
        return (
          <Several key={name} label={t(`booking-admin-list.filter.${name}`)}>
            <span className="grid grid-cols-2 gap-2">
              <AdminInput
                type="date"
                name={`${name}_from`}
                defaultValue={from}
                aria-label={t("booking-admin-list.days.first")}
              />
              <AdminInput
                type="date"
                name={`${name}_to`}
                defaultValue={to}
                aria-label={t("booking-admin-list.days.last")}
              />
            </span>
          </Several>
        );
      })}
      <Checks name="state" label={t("booking-admin-list.filter.state")} on={filters.state}>
        {STATES.map((state) => [state, t(`booking-admin-list.state.${state}`)] as const)}
      </Checks>
      <Checks name="provider" label={t("booking-admin-list.filter.provider")} on={filters.provider}>
        {MONEY_PROVIDERS.map((provider) => [provider, providerText(provider, t)] as const)}
      </Checks>
      <Checks name="city" label={t("booking-admin-list.filter.city")} on={filters.city}>
        {names(choices.cities)}
      </Checks>
      <Checks name="crawl" label={t("booking-admin-list.filter.crawl")} on={filters.crawl}>
        {names(choices.crawls)}
      </Checks>
      {choices.tags.length > 0 && (
        <Checks name="tag" label={t("booking-admin-list.filter.tag")} on={filters.tag}>
          {choices.tags.map(({ id, name }) => [id, name] as const)}
        </Checks>
      )}
      <FilterSelect
        name="payment"
        label={t("booking-admin-list.filter.payment")}
        value={filters.payment}
        options={PAID.map((paid) => [paid, t(`booking-admin-list.payment.${paid}`)] as const)}
      />
      <FilterSelect
        name="source"
        label={t("booking-admin-list.filter.source")}
        value={filters.source}
        options={SOURCES.map((source) => [source, t(`booking-admin-list.source.${source}`)] as const)}
      />
      <FilterSelect
        name="lang"
        label={t("booking-admin-list.filter.lang")}
        value={filters.lang}
        options={LANGUAGES.map((language) => [language, t(`booking-admin-list.language.${language}`)] as const)}
      />
      <FilterSelect
        name="currency"
        label={t("booking-admin-list.filter.currency")}
        value={filters.currency}
        options={CURRENCIES.map((currency) => [currency, currency] as const)}
      />
      <AdminField
        id="filter-coupon"
        label={t("booking-admin-list.filter.coupon")}
        help={t("booking-admin-list.coupon.help")}
      >
        {(control) => <AdminInput {...control} name="coupon" defaultValue={filters.coupon ?? ""} autoComplete="off" />}
      </AdminField>
      <FilterSelect
        name="partner"
        label={t("booking-admin-list.filter.partner")}
        value={partnerMeant(choices.partners, filters.partner)?.id ?? filters.partner}
        options={[
          ...(["any", "none"] as const).map((one) => [one, t(`booking-admin-list.partner.${one}`)] as const),
          ...choices.partners.map(({ id, name }) => [id, name] as const),
        ]}
      />
      <FilterSelect
        name="doubt"
        label={t("booking-admin-list.filter.doubt")}
        value={filters.doubt}
        options={DOUBT_STATES.map((doubt) => [doubt, t(`booking-admin-list.doubt.${doubt}`)] as const)}
      />
      <AdminField
        id="filter-table"
        label={t("booking-admin-list.filter.table")}
        help={t("booking-admin-list.table.help")}
      >
        {(control) => <AdminInput {...control} name="table" defaultValue={filters.table ?? ""} autoComplete="off" />}
      </AdminField>
      <AdminField id="filter-people" label={t("booking-admin-list.filter.people")}>
        {(control) => (
          <AdminInput {...control} name="people" type="number" min={1} max={100} defaultValue={filters.people ?? ""} />
        )}
      </AdminField>
    </FilterSheet>
  );
}

const Several = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 content-start gap-1">
    <legend className="mb-1 font-semibold">{label}</legend>
    {children}
  </fieldset>
);

type Options = { name: string; label: string; children: (readonly [value: string, label: string])[] };

function Checks({ name, label, on, children }: Options & { on: readonly string[] }) {
  return (
    <Several label={label}>
      <span className="grid max-h-44 grid-cols-2 gap-x-3 overflow-y-auto">
        {children.map(([value, words]) => (
          <AdminCheck key={value} name={name} value={value} defaultChecked={on.includes(value)}>
            {words}
          </AdminCheck>
        ))}
      </span>
    </Several>
  );
}
