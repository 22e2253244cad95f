import { Link } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { accessAddressOf, accessPairsOf } from "#src/modules/base/audit/rules/access-log.ts";
import { ACCESS_KINDS, type AccessFilter } from "#src/modules/base/audit/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { FilterChip, FilterChoice, FilterForm, SearchField } from "#src/ui/admin/filter-bar.tsx";
import { CalendarDays, Zap } from "#src/ui/lucide/icons.ts";

/** The filters of the access log; all state is in the URL. */
export function AccessLogFilters({ filter }: { filter: AccessFilter }) {
  const { t } = useText();
  const days = [filter.from, filter.to].filter(Boolean).join(" – ");
  const without = (over: Partial<AccessFilter>) => accessAddressOf({ ...filter, ...over });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        name="who"
        label={t("audit.whoHint")}
        placeholder={t("audit.whoHint")}
        value={filter.who ?? ""}
        kept={accessPairsOf({ ...filter, who: null })}
      />
      <FilterChip
        label={t("audit.access.kind")}
        value={filter.kind && t(`audit.access.kinds.${filter.kind}`)}
        clearHref={without({ kind: null })}
        clearLabel={t("audit.clear", { filter: t("audit.access.kind") })}
        icon={<Zap aria-hidden size={15} />}
      >
        {ACCESS_KINDS.map((kind) => (
          <FilterChoice key={kind} href={without({ kind })} current={kind === filter.kind}>
            {t(`audit.access.kinds.${kind}`)}
          </FilterChoice>
        ))}
      </FilterChip>
      <FilterChip
        label={t("audit.days")}
        value={days || null}
        clearHref={without({ from: null, to: null })}
        clearLabel={t("audit.clear", { filter: t("audit.days") })}
        icon={<CalendarDays aria-hidden size={15} />}
      >
        <FilterForm kept={accessPairsOf({ ...filter, from: null, to: null })} applyLabel={t("audit.apply")}>
          <AdminField id="access-from" label={t("audit.from")}>
            {(control) => <AdminInput {...control} type="date" name="from" defaultValue={filter.from ?? ""} />}
          </AdminField>
          <AdminField id="access-to" label={t("audit.to")}>
            {(control) => <AdminInput {...control} type="date" name="to" defaultValue={filter.to ?? ""} />}
          </AdminField>
        </FilterForm>
      </FilterChip>
      {accessPairsOf(filter).length > 0 && (
        <Link to="?" preventScrollReset className={ADMIN_LINK}>
          {t("audit.reset")}
        </Link>
      )}
    </div>
  );
}
