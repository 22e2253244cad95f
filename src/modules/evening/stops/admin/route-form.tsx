import { Send } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { type StopDraft, StopFields } from "#src/modules/evening/stops/admin/stop-fields.tsx";
import type { BarChoice, ShownStop } from "#src/modules/evening/stops/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminCheck } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { SortableRows } from "#src/ui/admin/sortable-rows.tsx";

type RouteFormProps = {
  stops: readonly ShownStop[];
  reached: readonly string[];
  bars: readonly BarChoice[];
  version: number;
  toldVersion: number | null;
};

type Row = StopDraft & { id: string; skipped: boolean };

const rowOf = ({ id, bar_id, at, vouchers, skipped }: ShownStop): Row => ({
  id,
  bar_id,
  at,
  vouchers: String(vouchers),
  skipped,
});

/**
 * Tonight's stops: another bar, another time, another order, one left out, one more. When two change places, the times stay where
 * they are; where the group has been stays first.
 */
export function RouteForm({ stops, reached, bars, version, toldVersion }: RouteFormProps) {
  const { t } = useText();
  const busy = useNavigation().state !== "idle";
  const been = stops.filter(({ id }) => reached.includes(id));
  const [rows, setRows] = useState(() => stops.map(rowOf));
  // the group may come to one while the form is open, or not be there after all
  const isAhead = ({ id }: { id: string }) => !reached.includes(id);
  const ahead = rows.filter(isAhead);
  const nameOf = (index: number) => t("stops-admin.stop", { n: index + 1 });
  const onChange = (now: Row[]) => {
    const isMoved = now.every((row) => ahead.includes(row));
    const changed = isMoved ? now.map((row, index) => ({ ...row, at: ahead[index]!.at })) : now;
    setRows([...rows.filter((row) => !isAhead(row)), ...changed]);
  };
  return (
    <Panel
      title={t("stops-admin.tonight.title")}
      footer={t(toldVersion === version && version > 0 ? "stops-admin.tonight.told" : "stops-admin.tonight.help")}
    >
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="version" value={version} />
        <ol className="grid gap-3">
          {been.map((stop, index) => (
            <li key={stop.id} className="grid gap-1 border-b border-border pb-3">
              <input type="hidden" name="id" value={stop.id} />
              <StopFields id={`been-${index}`} name={nameOf(index)} stop={rowOf(stop)} bars={bars} fixed />
              <p className="text-fine text-text-3">{t("stops-admin.tonight.been")}</p>
            </li>
          ))}
          <li className="border-b border-border pb-3">
            <SortableRows id="stop" nameOf={(index) => nameOf(been.length + index)} rows={ahead} onChange={onChange}>
              {(row, index, change) => (
                <span className="grid min-w-0 grow gap-1">
                  <input type="hidden" name="id" value={row.id} />
                  <StopFields
                    id={`stop-${index}`}
                    name={nameOf(been.length + index)}
                    stop={row}
                    bars={bars}
                    onChange={(now) => change({ ...row, ...now })}
                  />
                  <AdminCheck
                    name="skipped"
                    value={row.id}
                    checked={row.skipped}
                    onChange={({ currentTarget }) => change({ ...row, skipped: currentTarget.checked })}
                  >
                    {t("stops-admin.tonight.skip")}
                  </AdminCheck>
                </span>
              )}
            </SortableRows>
          </li>
          <li className="grid gap-1">
            <input type="hidden" name="id" value="" />
            <p className="text-fine text-text-3">{t("stops-admin.tonight.more")}</p>
            <StopFields
              id="stop-new"
              name={t("stops-admin.tonight.new")}
              stop={{ bar_id: "", at: "", vouchers: "0" }}
              bars={bars}
              optional
            />
          </li>
        </ol>
        <p className="flex flex-wrap justify-end gap-2">
          <AdminButton type="submit" name="intent" value="change" busy={busy}>
            {t("stops-admin.tonight.save")}
          </AdminButton>
          <AdminButton
            kind="ink"
            type="submit"
            name="intent"
            value="tell"
            busy={busy}
            icon={<Send aria-hidden size={15} />}
          >
            {t("stops-admin.tonight.tell")}
          </AdminButton>
        </p>
      </Form>
    </Panel>
  );
}
