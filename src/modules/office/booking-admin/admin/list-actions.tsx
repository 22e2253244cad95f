import { Check, Columns3, Download } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { ExportForm } from "#src/modules/office/booking-admin/admin/export-form.tsx";
import {
  type BookingQuery,
  COLUMNS,
  listText,
  PAGE_SIZES,
  toggled,
} from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { List } from "#src/ui/admin/list/use-list.ts";
import { adminButtonClass } from "#src/ui/admin/button.tsx";
import { FilterChoice, Popover } from "#src/ui/admin/filter-bar.tsx";

/** Actions on the whole list: export and column selection. */
export function ListActions({ list }: { list: List<BookingQuery> }) {
  const { t } = useText();
  const { cols, rows: size } = list.values;
  const viewed = listText(list.values);
  const mark = (on: boolean): ReactNode => (
    <Check aria-hidden size={14} className={on ? "text-agave-text" : "opacity-0"} />
  );
  return (
    <>
      <Popover
        end
        summary={
          <>
            <Columns3 aria-hidden size={15} /> {t("booking-admin-list.columns")}
          </>
        }
        className={`${adminButtonClass({})} max-md:hidden`}
      >
        <div role="group" aria-label={t("booking-admin-list.columns")}>
          {COLUMNS.map((column) => {
            const on = cols.includes(column);
            const columns = toggled(cols, column);
            return (
              <FilterChoice key={column} current={on} href={list.hrefOf({ cols: columns.length > 0 ? columns : cols })}>
                {mark(on)} {t(`booking-admin-list.column.${column}`)}
              </FilterChoice>
            );
          })}
        </div>
        <div role="group" aria-label={t("booking-admin-list.perPage")} className="border-t border-border pt-1.5">
          <p className="px-2 text-fine text-text-3">{t("booking-admin-list.perPage")}</p>
          <div className="flex">
            {PAGE_SIZES.map((rows) => (
              <FilterChoice key={rows} current={rows === size} href={list.hrefOf({ rows })}>
                {rows}
              </FilterChoice>
            ))}
          </div>
        </div>
      </Popover>
      <Popover
        end
        summary={
          <>
            <Download aria-hidden size={15} /> {t("booking-admin-list.export")}
          </>
        }
        className={adminButtonClass({})}
      >
        {(["xlsx", "csv"] as const).map((format) => (
          <ExportForm key={format} base={list.path} format={format} chosen={{ ids: "", all: "1", query: viewed }}>
            <button
              type="submit"
              className="flex min-h-8 w-full items-center rounded-md px-2 font-medium hover:bg-hover max-md:min-h-11"
            >
              {t(`booking-admin-list.format.${format}`)}
            </button>
          </ExportForm>
        ))}
      </Popover>
    </>
  );
}
