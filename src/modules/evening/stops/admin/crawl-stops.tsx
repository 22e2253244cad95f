import { Plus } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { type StopDraft, StopFields } from "#src/modules/evening/stops/admin/stop-fields.tsx";
import { type BarChoice, type CrawlStop, MOST_STOPS } from "#src/modules/evening/stops/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { SortableRows } from "#src/ui/admin/sortable-rows.tsx";

type CrawlStopsProps = {
  stops: readonly CrawlStop[];
  /** What the crawl's page and its tickets say about drinks; null for nothing. */
  promise: string | null;
  bars: readonly BarChoice[];
  readOnly: boolean;
};

const NEW: StopDraft = { bar_id: "", at: "", vouchers: "0" };
const draftOf = ({ bar_id, at, vouchers }: CrawlStop): StopDraft => ({ bar_id, at, vouchers: String(vouchers) });

/** A crawl's stops: dragged, moved, added and removed. When two change places, the times stay where they are. */
export function CrawlStops({ stops, promise, bars, readOnly }: CrawlStopsProps) {
  const { t } = useText();
  const saving = useNavigation().formMethod === "POST";
  const [rows, setRows] = useState(() => stops.map(draftOf));
  const nameOf = (index: number) => t("stops-admin.stop", { n: index + 1 });
  const onChange = (now: StopDraft[]) => {
    const isMoved = now.length === rows.length && now.every((row) => rows.includes(row));
    setRows(isMoved ? now.map((row, index) => ({ ...row, at: rows[index]!.at })) : now);
  };
  return (
    <Form method="post">
      <input type="hidden" name="seen" value={JSON.stringify(stops)} />
      <Panel footer={t("stops-admin.stopsHelp")}>
        <fieldset disabled={readOnly} className="grid min-w-0 gap-3">
          <legend className="sr-only">{t("stops-admin.stops")}</legend>
          {promise && <p className="text-text-2">{t("stops-admin.promise", { promise })}</p>}
          {rows.length === 0 && <p className="text-text-2">{t("stops-admin.noStops")}</p>}
          <SortableRows
            id="stop"
            nameOf={nameOf}
            rows={rows}
            onChange={onChange}
            disabled={readOnly}
            removal={{ focusOn: (index) => `stop-${index}-at`, whenEmpty: "add-stop" }}
          >
            {(row, index, change) => (
              <StopFields id={`stop-${index}`} name={nameOf(index)} stop={row} bars={bars} onChange={change} />
            )}
          </SortableRows>
          {!readOnly && (
            <>
              <noscript>
                <StopFields id="stop-new" name={nameOf(rows.length)} stop={NEW} bars={bars} optional />
              </noscript>
              <p className="flex flex-wrap justify-between gap-2">
                <AdminButton
                  id="add-stop"
                  icon={<Plus aria-hidden size={15} />}
                  disabled={rows.length >= MOST_STOPS || bars.length === 0}
                  onClick={() => setRows([...rows, NEW])}
                >
                  {t("stops-admin.addStop")}
                </AdminButton>
                <AdminButton kind="ink" type="submit" busy={saving}>
                  {t("admin.save")}
                </AdminButton>
              </p>
            </>
          )}
        </fieldset>
      </Panel>
    </Form>
  );
}
