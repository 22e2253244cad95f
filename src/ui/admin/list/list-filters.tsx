import { CalendarDays, X } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { ADMIN_LINK } from "../button.tsx";
import { AdminField, AdminInput } from "../field.tsx";
import { FilterChip, FilterChoice, FilterForm, SearchField } from "../filter-bar.tsx";
import { FilterRow, FilterSelect, FilterSheet } from "../filter-sheet.tsx";
import { changeOf, type List } from "./use-list.ts";

type Value = string | number;
/** A value of a filter in words, with how many rows it would leave. */
export type FilterOption = readonly [value: Value, label: string, count?: number];

type Named<Values> = { name: keyof Values & string; label: string; icon?: ReactNode; clearLabel?: string };
/** One of several values; `groups` has them under headings, `typed` also takes text, labeled so. */
type ChoiceFilter<Values> = Named<Values> & {
  options?: readonly FilterOption[];
  groups?: readonly { label: string; options: readonly FilterOption[] }[];
  typed?: { label: string; className?: string };
  /** Words for a value that isn't among the options. */
  say?: (value: string) => string;
};
/** A first and a last day. `say` puts one in words. */
type DaysFilter<Values> = Omit<Named<Values>, "name"> & {
  days: readonly [from: keyof Values & string, to: keyof Values & string];
  labels: readonly [from: string, to: string];
  say?: (day: string) => string;
};
/** A filter that another page sets: here it can only be taken off. */
type GivenFilter<Values> = Named<Values> & { given: string };
export type ListFilter<Values> = ChoiceFilter<Values> | DaysFilter<Values> | GivenFilter<Values>;

export type ListFiltersProps<Values extends object> = {
  list: List<Values>;
  /** The search: its parameter (`q`), and what can be searched for. */
  search?: { name?: keyof Values & string; label: string; placeholder?: string };
  filters?: readonly ListFilter<Values>[];
  words?: {
    /** Takes a filter off, by its label. */
    clear?: (filter: string) => string;
    /** Submits a filter that is typed. */
    apply?: string;
    /** Takes all filters off. */
    reset?: string;
    /** Submits the sheet; without it the chips stand below each other on a phone. */
    sheet?: string;
  };
  /** After the filters. */
  children?: ReactNode;
};

const namesOf = <Values,>(filter: ListFilter<Values>) => ("days" in filter ? filter.days : [filter.name]);
const optionsOf = <Values,>({ options = [], groups = [] }: ChoiceFilter<Values>) => [
  ...options,
  ...groups.flatMap((group) => group.options),
];
const without = <Values extends object>(names: readonly (keyof Values)[], { address, values }: List<Values>) => {
  const usual = address.unfiltered(values);
  return Object.assign({}, ...names.map((name) => changeOf<Values>(name, usual[name]))) as Partial<Values>;
};

/** Search and filters of a list, all of them links and GET forms to it. */
export function ListFilters<Values extends object>(props: ListFiltersProps<Values>) {
  const { list, search, filters = [], words = {}, children } = props;
  const { address, values, hrefOf } = list;
  const [isOpen, setOpen] = useState(false);
  const own = filters.filter((filter) => !("given" in filter));
  const { name = "q" as keyof Values & string } = search ?? {};
  const content = (
    <>
      {filters.map((filter) => (
        <Chip key={namesOf(filter)[0]} {...props} filter={filter} />
      ))}
      {words.reset && list.isFiltered && (
        <Link to={address.href(list.path, address.unfiltered(values))} preventScrollReset className={ADMIN_LINK}>
          {words.reset}
        </Link>
      )}
      {children}
    </>
  );
  const field = search && (
    <SearchField
      name={name}
      label={search.label}
      placeholder={search.placeholder ?? search.label}
      value={textOf(values[name]) ?? ""}
      hiddenFields={address.fields(values, [name])}
    />
  );
  if (!words.sheet)
    return (
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        {field}
        {content}
      </div>
    );
  return (
    <>
      <FilterRow
        search={field}
        count={own.filter((filter) => valueIn(filter, values) !== null).length}
        onSheet={() => setOpen(true)}
      >
        {content}
      </FilterRow>
      {isOpen && (
        <FilterSheet
          path={list.path}
          hiddenFields={address.fields(values, own.flatMap(namesOf))}
          resetHref={hrefOf(without(filters.flatMap(namesOf), list))}
          applyLabel={words.sheet}
          onClose={() => setOpen(false)}
        >
          {own.map((filter) =>
            "days" in filter ? (
              <fieldset key={filter.label} className="min-w-0">
                <legend className="mb-1 font-semibold">{filter.label}</legend>
                <div className="grid grid-cols-2 gap-2">
                  <Days filter={filter} values={values} id="sheet" />
                </div>
              </fieldset>
            ) : (
              <FilterSelect
                key={filter.name}
                name={filter.name}
                label={filter.label}
                value={textOf(values[filter.name])}
                options={optionsOf(filter).map(sheetOption)}
              />
            ),
          )}
        </FilterSheet>
      )}
    </>
  );
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" ? String(value) : null;
const sheetOption = ([value, label, count]: FilterOption) =>
  [String(value), count === undefined ? label : `${label} (${count})`] as const;

/** What a filter is set to, in words; null where it isn't set. */
function valueIn<Values>(filter: ListFilter<Values>, values: Values): string | null {
  if ("days" in filter) {
    const [from, to] = filter.days.map((name) => textOf(values[name]));
    if (!from && !to) return null;
    if (filter.say) return [from, to].map((day) => (day ? filter.say!(day) : "…")).join(" – ");
    return from === to ? from! : [from, to].filter(Boolean).join(" – ");
  }
  const value = textOf(values[filter.name]);
  if (!value) return null;
  if ("given" in filter) return filter.given;
  const { say = String } = filter;
  return optionsOf(filter).find(([one]) => String(one) === value)?.[1] ?? say(value);
}

function Chip<Values extends object>({
  list,
  words = {},
  filter,
}: ListFiltersProps<Values> & { filter: ListFilter<Values> }) {
  const { address, values, hrefOf } = list;
  const names = namesOf(filter);
  const chip = {
    label: filter.label,
    value: valueIn(filter, values),
    clearHref: hrefOf(without(names, list)),
    clearLabel: filter.clearLabel ?? words.clear?.(filter.label) ?? filter.label,
    icon: filter.icon,
  };
  if ("given" in filter) return chip.value === null ? null : <Given {...chip} value={chip.value} />;
  const form = (fields: ReactNode) => (
    <FilterForm hiddenFields={address.fields(values, names)} applyLabel={words.apply ?? ""}>
      {fields}
    </FilterForm>
  );
  if ("days" in filter)
    return (
      <FilterChip {...chip} icon={filter.icon ?? <CalendarDays aria-hidden size={15} />}>
        {form(<Days filter={filter} values={values} id="filter" />)}
      </FilterChip>
    );
  const { name, options = [], groups = [], typed } = filter;
  const choices = (all: readonly FilterOption[]) =>
    all.map(([value, label, count]) => (
      <FilterChoice key={value} href={hrefOf(changeOf<Values>(name, value))} current={values[name] === value}>
        {count === undefined ? label : <span className="mr-auto">{label}</span>}
        {count !== undefined && <span className="text-text-3">{count}</span>}
      </FilterChoice>
    ));
  return (
    <FilterChip {...chip}>
      {choices(options)}
      {groups.map(({ label, options: grouped }) => (
        <div key={label}>
          <p className="px-2 py-1 text-fine font-semibold text-text-3">{label}</p>
          {choices(grouped)}
        </div>
      ))}
      {typed &&
        form(
          <AdminField id={`filter-${name}`} label={typed.label}>
            {(control) => (
              <AdminInput {...control} name={name} required maxLength={100} className={typed.className ?? ""} />
            )}
          </AdminField>,
        )}
    </FilterChip>
  );
}

function Days<Values>({ filter, values, id }: { filter: DaysFilter<Values>; values: Values; id: string }) {
  return filter.days.map((name, index) => (
    <AdminField key={name} id={`${id}-${name}`} label={filter.labels[index]}>
      {(control) => <AdminInput {...control} type="date" name={name} defaultValue={textOf(values[name]) ?? ""} />}
    </AdminField>
  ));
}

type GivenProps = { label: string; value: string; clearHref: string; clearLabel: string };

const Given = ({ label, value, clearHref, clearLabel }: GivenProps) => (
  <span className="flex h-(--ctl) items-center gap-1.5 rounded-md border border-line-2 bg-surface pl-2.5 whitespace-nowrap">
    {label}
    <strong className="font-semibold">{value}</strong>
    <Link
      to={clearHref}
      preventScrollReset
      aria-label={clearLabel}
      className="grid h-full w-7 place-items-center rounded-md text-text-2 hover:text-text"
    >
      <X aria-hidden size={14} />
    </Link>
  </span>
);
