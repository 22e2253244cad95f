import { useState } from "react";
import { Form } from "react-router";
import { dayOf } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ReviewFilter } from "#src/modules/evening/reviews/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { FilterChip, FilterChoice, SearchField } from "#src/ui/admin/filter-bar.tsx";
import { FilterRow, FilterSelect, FilterSheet } from "#src/ui/admin/filter-sheet.tsx";
import { hiddenParams } from "#src/ui/admin/list-href.ts";

type Named = { id: string; name: string };
type ReviewFiltersProps = {
  filter: ReviewFilter;
  crawls: readonly Named[];
  cities: readonly Named[];
  hrefOf: (over: Record<string, string | number | undefined>) => string;
  path: string;
};

const STARS = [5, 4, 3, 2, 1] as const;
const ANSWERED = ["no", "yes"] as const;
/** The sheet's parameters; view and search are kept. */
const FILTERS = ["stars", "crawl", "city", "answered", "from", "until"] as const;

/** The filters of the review list; all state is in the URL. */
export function ReviewFilters(props: ReviewFiltersProps) {
  const { filter, crawls, cities, hrefOf } = props;
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const { q, stars, crawl, city, answered, from, until } = filter;
  const set = [stars, crawl, city, answered, from ?? until].filter((one) => one !== undefined);
  const choices = (name: "crawl" | "city", all: readonly Named[], chosen: string | undefined) => (
    <FilterChip
      label={t(`reviews-admin.${name}`)}
      value={chosen === undefined ? null : (all.find(({ id }) => id === chosen)?.name ?? chosen)}
      clearHref={hrefOf({ [name]: undefined, page: 1 })}
      clearLabel={t("reviews-admin.clear", { filter: t(`reviews-admin.${name}`) })}
    >
      {all.map(({ id, name: label }) => (
        <FilterChoice key={id} href={hrefOf({ [name]: id, page: 1 })} current={id === chosen}>
          {label}
        </FilterChoice>
      ))}
    </FilterChip>
  );
  return (
    <>
      <FilterRow
        search={
          <SearchField
            label={t("reviews-admin.search")}
            placeholder={t("reviews-admin.search")}
            value={q}
            kept={keptBut(filter, ["q"])}
          />
        }
        count={set.length}
        onSheet={() => setOpen(true)}
      >
        <FilterChip
          label={t("reviews-admin.stars")}
          value={stars === undefined ? null : t("reviews-admin.starsOf", { stars })}
          clearHref={hrefOf({ stars: undefined, page: 1 })}
          clearLabel={t("reviews-admin.clear", { filter: t("reviews-admin.stars") })}
        >
          {STARS.map((one) => (
            <FilterChoice key={one} href={hrefOf({ stars: one, page: 1 })} current={one === stars}>
              {t("reviews-admin.starsOf", { stars: one })}
            </FilterChoice>
          ))}
        </FilterChip>
        {choices("crawl", crawls, crawl)}
        {choices("city", cities, city)}
        <FilterChip
          label={t("reviews-admin.answered")}
          value={answered === undefined ? null : t(`reviews-admin.answered.${answered}`)}
          clearHref={hrefOf({ answered: undefined, page: 1 })}
          clearLabel={t("reviews-admin.clear", { filter: t("reviews-admin.answered") })}
        >
          {ANSWERED.map((one) => (
            <FilterChoice key={one} href={hrefOf({ answered: one, page: 1 })} current={one === answered}>
              {t(`reviews-admin.answered.${one}`)}
            </FilterChoice>
          ))}
        </FilterChip>
        <DepartureFilter {...props} />
      </FilterRow>
      {isOpen && <ReviewFilterSheet {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The parameters a form keeps, except its own; it always goes to the first page. */
function keptBut(filter: ReviewFilter, own: readonly string[]) {
  const view = filter.view === "all" ? undefined : filter.view;
  return hiddenParams({ ...filter, view }, ["page", ...own]);
}

/** All filters at once, for phones. */
function ReviewFilterSheet(props: ReviewFiltersProps & { onClose: () => void }) {
  const { filter, crawls, cities, hrefOf, path, onClose } = props;
  const { t } = useText();
  const named = (all: readonly Named[]) => all.map(({ id, name }) => [id, name] as const);
  return (
    <FilterSheet
      path={path}
      kept={keptBut(filter, FILTERS)}
      resetHref={hrefOf({ ...Object.fromEntries(FILTERS.map((name) => [name, undefined])), page: 1 })}
      applyLabel={t("reviews-admin.showAll")}
      onClose={onClose}
    >
      <FilterSelect
        name="stars"
        label={t("reviews-admin.stars")}
        value={filter.stars === undefined ? null : String(filter.stars)}
        options={STARS.map((one) => [String(one), t("reviews-admin.starsOf", { stars: one })])}
      />
      <FilterSelect
        name="answered"
        label={t("reviews-admin.answered")}
        value={filter.answered ?? null}
        options={ANSWERED.map((one) => [one, t(`reviews-admin.answered.${one}`)])}
      />
      <FilterSelect
        name="crawl"
        label={t("reviews-admin.crawl")}
        value={filter.crawl ?? null}
        options={named(crawls)}
      />
      <FilterSelect name="city" label={t("reviews-admin.city")} value={filter.city ?? null} options={named(cities)} />
      <fieldset className="min-w-0">
        <legend className="mb-1 font-semibold">{t("reviews-admin.departure")}</legend>
        <div className="grid grid-cols-2 gap-2">
          <DepartureDates filter={filter} id="sheet" />
        </div>
      </fieldset>
    </FilterSheet>
  );
}

/** A range of departure dates. */
function DepartureFilter({ filter, hrefOf, path }: ReviewFiltersProps) {
  const { t, locale } = useText();
  const { from, until } = filter;
  const days = [from, until].map((day) => (day ? dayOf(day, locale) : "…"));
  return (
    <FilterChip
      label={t("reviews-admin.departure")}
      value={from || until ? days.join(" – ") : null}
      clearHref={hrefOf({ from: undefined, until: undefined, page: 1 })}
      clearLabel={t("reviews-admin.clear", { filter: t("reviews-admin.departure") })}
    >
      <Form action={path} preventScrollReset className="grid gap-2">
        {keptBut(filter, ["from", "until"]).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <DepartureDates filter={filter} id="review" />
        <AdminButton type="submit">{t("reviews-admin.show")}</AdminButton>
      </Form>
    </FilterChip>
  );
}

function DepartureDates({ filter: { from, until }, id }: { filter: ReviewFilter; id: string }) {
  const { t } = useText();
  return (
    <>
      <AdminField id={`${id}-from`} label={t("reviews-admin.from")}>
        {(control) => <AdminInput {...control} type="date" name="from" defaultValue={from ?? ""} />}
      </AdminField>
      <AdminField id={`${id}-until`} label={t("reviews-admin.until")}>
        {(control) => <AdminInput {...control} type="date" name="until" defaultValue={until ?? ""} />}
      </AdminField>
    </>
  );
}
