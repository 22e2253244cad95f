import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import {
  Check,
  CircleDot,
  CreditCard,
  Handshake,
  MapPin,
  Plus,
  Route as RouteIcon,
  Share2,
  Tag,
} from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import {
  type BookingQuery,
  type Days,
  daysMeant,
  DOUBT_STATES,
  type FilterName,
  filtersSet,
  PAID,
  SOURCES,
  type Span,
  SPANS,
  STATES,
  toggled,
} from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { List } from "#src/ui/admin/list/use-list.ts";
import { partnerMeant } from "#src/modules/office/booking-admin/rules/partner.ts";
import type { Choices } from "#src/modules/office/booking-admin/schema.ts";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { FilterChip, FilterChoice, SearchField } from "#src/ui/admin/filter-bar.tsx";
import { FilterRow } from "#src/ui/admin/filter-sheet.tsx";
import { later } from "#src/ui/later.tsx";

const BookingFilterSheet = later(
  "bookings-filter",
  async () => (await import("#src/modules/office/booking-admin/admin/filter-sheet.tsx")).BookingFilterSheet,
);

type ListFiltersProps = { list: List<BookingQuery>; choices: Choices; today: string };

/** Chips that are always shown, dashed until set; the others appear once set. */
const ALWAYS: readonly FilterName[] = ["night", "city", "crawl", "state", "payment", "source"];
const ICONS: Partial<Record<FilterName, ReactNode>> = {
  city: <MapPin aria-hidden size={15} />,
  crawl: <RouteIcon aria-hidden size={15} />,
  state: <CircleDot aria-hidden size={15} />,
  payment: <CreditCard aria-hidden size={15} />,
  source: <Share2 aria-hidden size={15} />,
  partner: <Handshake aria-hidden size={15} />,
  tag: <Tag aria-hidden size={15} />,
};

/** The list's filters: search, a chip per filter, and a sheet with all of them. */
export function ListFilters(props: ListFiltersProps) {
  const { address, values, hrefOf } = props.list;
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const valueOf = useFilterValue(props);
  const set = filtersSet(values);
  const always: readonly FilterName[] = [
    ...ALWAYS,
    ...(props.choices.partners.length > 0 ? (["partner"] as const) : []),
    ...(props.choices.tags.length > 0 ? (["tag"] as const) : []),
  ];
  const filters = [...always, ...set.filter((name) => !always.includes(name))];
  const usual = address.unfiltered(values);
  return (
    <>
      <FilterRow
        search={
          <SearchField
            label={t("booking-admin-list.search.label")}
            placeholder={t("booking-admin-list.search.placeholder")}
            value={values.q}
            hiddenFields={address.fields(values, ["q"])}
          />
        }
        count={set.length}
        onSheet={() => setOpen(true)}
      >
        {filters.map((name) => (
          <FilterChip
            key={name}
            label={t(`booking-admin-list.filter.${name}`)}
            value={valueOf(name)}
            icon={ICONS[name]}
            clearHref={hrefOf({ [name]: usual[name] })}
            clearLabel={t("booking-admin-list.filter.clear", { name: t(`booking-admin-list.filter.${name}`) })}
          >
            <Quick {...props} name={name} onMore={() => setOpen(true)} />
          </FilterChip>
        ))}
        <AdminButton icon={<Plus aria-hidden size={15} />} className="border-dashed" onClick={() => setOpen(true)}>
          {t("booking-admin-list.filter.more")}
        </AdminButton>
        {props.list.isFiltered && (
          <Link to={hrefOf(usual)} className={`${ADMIN_LINK} ml-auto`}>
            {t("admin.filter.reset")}
          </Link>
        )}
      </FilterRow>
      {isOpen && <BookingFilterSheet {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A filter's value in words; null when not set. */
function useFilterValue({
  list: { values: filters },
  choices,
  today,
}: ListFiltersProps): (name: FilterName) => string | null {
  const { t, locale } = useText();
  const days = (value: Span | Days | null) => {
    if (value === null) return null;
    if (typeof value === "string") return t(`booking-admin-list.span.${value}`);
    const { from, to } = daysMeant(value, today);
    const say = (day: string) => shortDate(day, locale, today);
    if (!from || !to)
      return from
        ? t("booking-admin-list.days.from", { day: say(from) })
        : t("booking-admin-list.days.to", { day: say(to!) });
    return from === to ? say(from) : t("booking-admin-list.days.range", { from: say(from), to: say(to) });
  };
  const several = (names: readonly string[]) =>
    names.length === 0
      ? null
      : names.length === 1
        ? names[0]!
        : t("booking-admin-list.filter.anyOf", { count: names.length });
  const named = (ids: readonly string[], all: Choices["cities"]) =>
    several(all.filter(({ id }) => ids.includes(id)).map(({ name }) => inLocale(locale, name.en, name.es)));
  const words: Record<FilterName, () => string | null> = {
    night: () => days(filters.night),
    sold: () => days(filters.sold),
    crawl: () => named(filters.crawl, choices.crawls),
    city: () => named(filters.city, choices.cities),
    state: () => several(filters.state.map((state) => t(`booking-admin-list.state.${state}`))),
    payment: () => filters.payment && t(`booking-admin-list.payment.${filters.payment}`),
    provider: () => several(filters.provider.map((provider) => providerText(provider, t))),
    coupon: () => {
      const { coupon } = filters;
      return coupon === "any" || coupon === "none" ? t(`booking-admin-list.coupon.${coupon}`) : coupon;
    },
    partner: () => {
      const { partner } = filters;
      return partner === "any" || partner === "none"
        ? t(`booking-admin-list.partner.${partner}`)
        : (partnerMeant(choices.partners, partner)?.name ?? partner);
    },
    doubt: () => filters.doubt && t(`booking-admin-list.doubt.${filters.doubt}`),
    table: () => (filters.table === "any" ? t("booking-admin-list.table.any") : filters.table),
    source: () => filters.source && t(`booking-admin-list.source.${filters.source}`),
    lang: () => filters.lang && t(`booking-admin-list.language.${filters.lang}`),
    currency: () => filters.currency,
    tag: () => several(choices.tags.filter(({ id }) => filters.tag.includes(id)).map(({ name }) => name)),
    people: () => (filters.people === null ? null : t("booking-admin-list.people", { count: filters.people })),
  };
  return (name) => words[name]();
}

/** A chip's most common choices; the sheet has the rest. */
function Quick({
  list: { values: filters, hrefOf },
  choices,
  name,
  onMore,
}: ListFiltersProps & { name: FilterName; onMore: () => void }) {
  const { t, locale } = useText();
  const of = (id: string, label: string, on: boolean, patch: Partial<BookingQuery>) => (
    <FilterChoice key={id} current={on} href={hrefOf(patch)}>
      {on ? <Check aria-hidden size={14} className="text-agave-text" /> : <span className="w-3.5" />}
      {label}
    </FilterChoice>
  );
  const named = (field: "city" | "crawl", all: Choices["cities"]) =>
    all.map(({ id, name: words }) =>
      of(id, inLocale(locale, words.en, words.es), filters[field].includes(id), {
        [field]: toggled(filters[field], id),
      }),
    );
  const lists: Partial<Record<FilterName, () => ReactNode>> = {
    night: () =>
      SPANS.map((span) => of(span, t(`booking-admin-list.span.${span}`), filters.night === span, { night: span })),
    sold: () =>
      SPANS.map((span) => of(span, t(`booking-admin-list.span.${span}`), filters.sold === span, { sold: span })),
    city: () => named("city", choices.cities),
    crawl: () => named("crawl", choices.crawls),
    state: () =>
      STATES.map((state) =>
        of(state, t(`booking-admin-list.state.${state}`), filters.state.includes(state), {
          state: toggled(filters.state, state),
        }),
      ),
    payment: () =>
      PAID.map((paid) =>
        of(paid, t(`booking-admin-list.payment.${paid}`), filters.payment === paid, { payment: paid }),
      ),
    tag: () =>
      choices.tags.map(({ id, name: word }) =>
        of(id, word, filters.tag.includes(id), { tag: toggled(filters.tag, id) }),
      ),
    partner: () => [
      ...(["any", "none"] as const).map((one) =>
        of(one, t(`booking-admin-list.partner.${one}`), filters.partner === one, { partner: one }),
      ),
      ...choices.partners.map((one) =>
        of(one.id, one.name, partnerMeant(choices.partners, filters.partner)?.id === one.id, { partner: one.id }),
      ),
      of("doubt", t("booking-admin-list.doubt.waits"), filters.doubt === "open", {
        doubt: filters.doubt === "open" ? null : "open",
      }),
    ],
    doubt: () =>
      DOUBT_STATES.map((one) => of(one, t(`booking-admin-list.doubt.${one}`), filters.doubt === one, { doubt: one })),
    source: () =>
      SOURCES.map((one) => of(one, t(`booking-admin-list.source.${one}`), filters.source === one, { source: one })),
  };
  return (
    <>
      {lists[name] && <div className="max-h-80 overflow-y-auto">{lists[name]()}</div>}
      <button type="button" className={`${ADMIN_LINK} min-h-8 px-2 text-left`} onClick={onMore}>
        {t("admin.filter.all")}
      </button>
    </>
  );
}
