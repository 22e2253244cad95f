import { Send } from "#src/ui/lucide/icons.ts";
import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { StopFields } from "#src/modules/stops/admin/stop-fields.tsx";
import type { BarChoice, ShownStop } from "#src/modules/stops/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminCheck } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type RouteFormProps = {
  stops: readonly ShownStop[];
  reached: readonly string[];
  bars: readonly BarChoice[];
  version: number;
  toldVersion: number | null;
};

/** Tonight's stops: another bar, another time, one left out, one more. Their order is that of their times. */
export function RouteForm({ stops, reached, bars, version, toldVersion }: RouteFormProps) {
  const { t } = useText();
  const busy = useNavigation().state !== "idle";
  return (
    <Panel
      title={t("stops-admin.tonight.title")}
      footer={t(toldVersion === version && version > 0 ? "stops-admin.tonight.told" : "stops-admin.tonight.help")}
    >
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="version" value={version} />
        <ol className="grid gap-3">
          {stops.map((stop, index) => {
            const name = t("stops-admin.stop", { n: index + 1 });
            const isFixed = reached.includes(stop.id);
            return (
              <li key={stop.id} className="grid gap-1 border-b border-border pb-3">
                <input type="hidden" name="id" value={stop.id} />
                <StopFields
                  id={`stop-${index}`}
                  name={name}
                  stop={{ ...stop, vouchers: String(stop.vouchers) }}
                  bars={bars}
                  fixed={isFixed}
                />
                {isFixed ? (
                  <p className="text-fine text-text-3">{t("stops-admin.tonight.been")}</p>
                ) : (
                  <AdminCheck name="skipped" value={stop.id} defaultChecked={stop.skipped}>
                    {t("stops-admin.tonight.skip")}
                  </AdminCheck>
                )}
              </li>
            );
          })}
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
