import { SlidersHorizontal } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Count } from "./badge.tsx";
import { AdminButton, AdminLink } from "./button.tsx";
import { AdminDialog } from "./confirm.tsx";
import { AdminField, AdminSelect } from "./field.tsx";

type FilterRowProps = {
  search: ReactNode;
  /** How many filters are set. */
  count: number;
  onSheet: () => void;
  /** The chips. */
  children: ReactNode;
};

/** Search and filters of a list in one row: a chip each on a desktop; on a phone one button that opens them as a sheet. */
export function FilterRow({ search, count, onSheet, children }: FilterRowProps) {
  const { t } = useText();
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-2">
      {search}
      <AdminButton
        className="md:hidden"
        aria-label={t("admin.filter.all")}
        icon={<SlidersHorizontal aria-hidden size={16} />}
        onClick={onSheet}
      >
        {count > 0 && <Count>{count}</Count>}
      </AdminButton>
      <div className="contents max-md:hidden">{children}</div>
    </div>
  );
}

type FilterSheetProps = {
  /** The list's path. */
  path: string;
  /** Other query parameters to keep: names and values. */
  hiddenFields: readonly (readonly [name: string, value: string])[];
  /** The list without filters. */
  resetHref: string;
  applyLabel: string;
  onClose: () => void;
  /** One control per filter. */
  children: ReactNode;
};

/** All filters of a list at once, as a GET form to the list. */
export function FilterSheet({ path, hiddenFields, resetHref, applyLabel, onClose, children }: FilterSheetProps) {
  const { t } = useText();
  return (
    <AdminDialog
      open
      wide
      title={t("admin.filter.all")}
      onClose={onClose}
      footer={
        <>
          <AdminLink kind="quiet" to={resetHref} onClick={onClose}>
            {t("admin.filter.reset")}
          </AdminLink>
          <AdminButton kind="ink" type="submit" form="filter-form">
            {applyLabel}
          </AdminButton>
        </>
      }
    >
      <Form id="filter-form" action={path} onSubmit={onClose} className="grid gap-4 md:grid-cols-2">
        {hiddenFields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
      </Form>
    </AdminDialog>
  );
}

type FilterSelectProps = {
  name: string;
  label: string;
  value: string | null;
  options: readonly (readonly [value: string, label: string])[];
};

/** A single-choice filter of the sheet. */
export function FilterSelect({ name, label, value, options }: FilterSelectProps) {
  const { t } = useText();
  return (
    <AdminField id={`filter-${name}`} label={label}>
      {(control) => (
        <AdminSelect {...control} name={name} defaultValue={value ?? ""}>
          <option value="">{t("admin.filter.any")}</option>
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </AdminSelect>
      )}
    </AdminField>
  );
}
