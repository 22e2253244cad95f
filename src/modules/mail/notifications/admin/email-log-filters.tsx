import { useState } from "react";
import { Link } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { sayKind } from "#src/modules/mail/notifications/admin/email-words.tsx";
import {
  type EmailFilter,
  isFiltered,
  KIND_GROUPS,
  LOG_LANGUAGES,
  LOG_STATES,
} from "#src/modules/mail/notifications/rules/email-log.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { FilterChip, FilterChoice, FilterForm, SearchField } from "#src/ui/admin/filter-bar.tsx";
import { FilterRow, FilterSelect, FilterSheet } from "#src/ui/admin/filter-sheet.tsx";
import { hiddenParams, listHref } from "#src/ui/admin/list-href.ts";
import { CalendarDays, X } from "#src/ui/lucide/icons.ts";

type EmailLogFiltersProps = { filter: EmailFilter; night: { title: string; date: string } | null; path: string };

/** Search and filters of the log; all state is in the URL. */
export function EmailLogFilters({ filter, night, path }: EmailLogFiltersProps) {
  const { t, locale } = useText();
  const [isOpen, setOpen] = useState(false);
  const { q, kind, status, lang, from, to } = filter;
  const days = from === to ? from : [from, to].filter(Boolean).join(" – ");
  const hrefOf = (over: Partial<EmailFilter>) => listHref(path, { ...filter, ...over });
  const clear = (name: string) => t("notifications-admin.clear", { filter: name });
  return (
    <>
      <FilterRow
        search={
          <SearchField
            label={t("notifications-admin.search")}
            placeholder={t("notifications-admin.searchFor")}
            value={q}
            kept={hiddenParams(filter, ["q"])}
          />
        }
        count={[kind, status, lang, days].filter(Boolean).length}
        onSheet={() => setOpen(true)}
      >
        <FilterChip
          label={t("notifications-admin.state")}
          value={status && t(`notifications-admin.state.${status}`)}
          clearHref={hrefOf({ status: null })}
          clearLabel={clear(t("notifications-admin.state"))}
        >
          {LOG_STATES.map((state) => (
            <FilterChoice key={state} href={hrefOf({ status: state })} current={state === status}>
              {t(`notifications-admin.state.${state}`)}
            </FilterChoice>
          ))}
        </FilterChip>
        <FilterChip
          label={t("notifications-admin.kind")}
          value={kind && sayKind(kind, t)}
          clearHref={hrefOf({ kind: null })}
          clearLabel={clear(t("notifications-admin.kind"))}
        >
          {KIND_GROUPS.map(({ group, kinds }) => (
            <div key={group}>
              <p className="px-2 py-1 text-fine font-semibold text-text-3">{t(`notifications-admin.group.${group}`)}</p>
              {kinds.map((one) => (
                <FilterChoice key={one} href={hrefOf({ kind: one })} current={one === kind}>
                  {sayKind(one, t)}
                </FilterChoice>
              ))}
            </div>
          ))}
        </FilterChip>
        <FilterChip
          label={t("notifications-admin.language")}
          value={lang && t(`notifications-admin.language.${lang}`)}
          clearHref={hrefOf({ lang: null })}
          clearLabel={clear(t("notifications-admin.language"))}
        >
          {LOG_LANGUAGES.map((one) => (
            <FilterChoice key={one} href={hrefOf({ lang: one })} current={one === lang}>
              {t(`notifications-admin.language.${one}`)}
            </FilterChoice>
          ))}
        </FilterChip>
        <FilterChip
          label={t("notifications-admin.days")}
          value={days || null}
          clearHref={hrefOf({ from: null, to: null })}
          clearLabel={clear(t("notifications-admin.days"))}
          icon={<CalendarDays aria-hidden size={15} />}
        >
          <FilterForm kept={hiddenParams(filter, ["from", "to"])} applyLabel={t("notifications-admin.apply")}>
            <Days filter={filter} />
          </FilterForm>
        </FilterChip>
        {filter.night !== null && (
          <SetFilter
            label={t("notifications-admin.night")}
            value={night ? `${night.title}, ${shortDate(night.date, locale)}` : t("notifications-admin.unknownNight")}
            clearHref={hrefOf({ night: null })}
            clearLabel={clear(t("notifications-admin.night"))}
          />
        )}
        {isFiltered(filter) && (
          <Link to={path} preventScrollReset className={ADMIN_LINK}>
            {t("notifications-admin.reset")}
          </Link>
        )}
      </FilterRow>
      {isOpen && (
        <FilterSheet
          path={path}
          kept={hiddenParams({ q, night: filter.night }, [])}
          resetHref={listHref(path, { q })}
          applyLabel={t("notifications-admin.show")}
          onClose={() => setOpen(false)}
        >
          <FilterSelect
            name="status"
            label={t("notifications-admin.state")}
            value={status}
            options={LOG_STATES.map((state) => [state, t(`notifications-admin.state.${state}`)])}
          />
          <FilterSelect
            name="kind"
            label={t("notifications-admin.kind")}
            value={kind}
            options={KIND_GROUPS.flatMap(({ kinds }) => kinds.map((one) => [one, sayKind(one, t)] as const))}
          />
          <FilterSelect
            name="lang"
            label={t("notifications-admin.language")}
            value={lang}
            options={LOG_LANGUAGES.map((one) => [one, t(`notifications-admin.language.${one}`)])}
          />
          <div className="grid grid-cols-2 gap-2">
            <Days filter={filter} sheet />
          </div>
        </FilterSheet>
      )}
    </>
  );
}

type SetFilterProps = { label: string; value: string; clearHref: string; clearLabel: string };

/** A filter that another page has set: here it can only be taken off. */
const SetFilter = ({ label, value, clearHref, clearLabel }: SetFilterProps) => (
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

function Days({ filter: { from, to }, sheet = false }: { filter: EmailFilter; sheet?: boolean }) {
  const { t } = useText();
  const id = sheet ? "sheet-emails" : "emails";
  return (
    <>
      <AdminField id={`${id}-from`} label={t("notifications-admin.from")}>
        {(control) => <AdminInput {...control} type="date" name="from" defaultValue={from ?? ""} />}
      </AdminField>
      <AdminField id={`${id}-to`} label={t("notifications-admin.to")}>
        {(control) => <AdminInput {...control} type="date" name="to" defaultValue={to ?? ""} />}
      </AdminField>
    </>
  );
}
