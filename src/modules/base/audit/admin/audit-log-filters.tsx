import { CalendarDays, Fingerprint, Shapes, UserRound, Zap } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { useActionWords } from "#src/modules/base/audit/admin/use-action-words.ts";
import { addressOf, type FilterName, pairsOf } from "#src/modules/base/audit/rules/audit-log.ts";
import { sayRecord } from "#src/modules/base/audit/rules/say-entry.ts";
import type { AuditLogChoices, AuditLogFilter } from "#src/modules/base/audit/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { FilterChip, FilterChoice, FilterForm, SearchField } from "#src/ui/admin/filter-bar.tsx";

type AuditLogFiltersProps = { filter: AuditLogFilter; choices: AuditLogChoices };

/** Actors without an account. */
const KINDS = [
  ["guest", "audit.anyGuest"],
  ["desk", "audit.anyDesk"],
  ["system", "audit.theSystem"],
] as const;

/** The filters of the audit log; all state is in the URL. */
export function AuditLogFilters({ filter, choices }: AuditLogFiltersProps) {
  const { t } = useText();
  const called = useActionWords();
  const isSet = pairsOf(filter).length > 0;
  const days = [filter.from, filter.to].filter(Boolean).join(" – ");
  const kind = KINDS.find(([who]) => who === filter.who);
  const chosenActor = kind ? t(kind[1]) : filter.who;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        label={t("audit.search")}
        placeholder={t("audit.searchHint")}
        value={filter.text ?? ""}
        kept={pairsOf({ ...filter, text: null })}
      />
      <Chip
        filter={filter}
        names={["who"]}
        label={t("audit.who")}
        value={chosenActor}
        icon={<UserRound aria-hidden size={15} />}
      >
        {KINDS.map(([who, word]) => (
          <FilterChoice key={who} href={addressOf({ ...filter, who })} current={filter.who === who}>
            {t(word)}
          </FilterChoice>
        ))}
        <FilterForm kept={pairsOf({ ...filter, who: null })} applyLabel={t("audit.apply")}>
          <AdminField id="audit-who" label={t("audit.whoHint")}>
            {(control) => <AdminInput {...control} name="who" required maxLength={100} />}
          </AdminField>
        </FilterForm>
      </Chip>
      <Chip
        filter={filter}
        names={["action"]}
        label={t("audit.action")}
        value={filter.action && called(filter.action)}
        icon={<Zap aria-hidden size={15} />}
      >
        {choices.actions.map((action) => (
          <FilterChoice key={action} href={addressOf({ ...filter, action })} current={action === filter.action}>
            {called(action)}
          </FilterChoice>
        ))}
      </Chip>
      <Chip
        filter={filter}
        names={["type"]}
        label={t("audit.type")}
        value={filter.type && sayRecord(filter.type, t)}
        icon={<Shapes aria-hidden size={15} />}
      >
        {choices.types.map((type) => (
          <FilterChoice key={type} href={addressOf({ ...filter, type })} current={type === filter.type}>
            {sayRecord(type, t)}
          </FilterChoice>
        ))}
      </Chip>
      <Chip
        filter={filter}
        names={["subject"]}
        label={t("audit.subject")}
        value={filter.subject}
        icon={<Fingerprint aria-hidden size={15} />}
      >
        <FilterForm kept={pairsOf({ ...filter, subject: null })} applyLabel={t("audit.apply")}>
          <AdminField id="audit-subject" label={t("audit.subject")}>
            {(control) => <AdminInput {...control} name="subject" required maxLength={100} className="font-mono" />}
          </AdminField>
        </FilterForm>
      </Chip>
      <Chip
        filter={filter}
        names={["from", "to"]}
        label={t("audit.days")}
        value={days || null}
        icon={<CalendarDays aria-hidden size={15} />}
      >
        <FilterForm kept={pairsOf({ ...filter, from: null, to: null })} applyLabel={t("audit.apply")}>
          <AdminField id="audit-from" label={t("audit.from")}>
            {(control) => <AdminInput {...control} type="date" name="from" defaultValue={filter.from ?? ""} />}
          </AdminField>
          <AdminField id="audit-to" label={t("audit.to")}>
            {(control) => <AdminInput {...control} type="date" name="to" defaultValue={filter.to ?? ""} />}
          </AdminField>
        </FilterForm>
      </Chip>
      {isSet && (
        <Link to="?" preventScrollReset className={ADMIN_LINK}>
          {t("audit.reset")}
        </Link>
      )}
    </div>
  );
}

type ChipProps = {
  filter: AuditLogFilter;
  /** The parameters it sets. */
  names: readonly FilterName[];
  label: string;
  value: string | null;
  icon: ReactNode;
  children: ReactNode;
};

function Chip({ filter, names, label, value, icon, children }: ChipProps) {
  const { t } = useText();
  const without = { ...filter, ...Object.fromEntries(names.map((name) => [name, null])) };
  return (
    <FilterChip
      label={label}
      value={value}
      clearHref={addressOf(without)}
      clearLabel={t("audit.clear", { filter: label })}
      icon={icon}
    >
      {children}
    </FilterChip>
  );
}
