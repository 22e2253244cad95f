import { type ReactNode, useId } from "react";
import { Form, useNavigation } from "react-router";
import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { clockIn, dateIn, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import type { DoorAlert } from "#src/modules/evening/door/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type AlertListProps = { alerts: readonly DoorAlert[]; mayLook: boolean; foot?: ReactNode };

/** Entries to look at: who let whom in, when and where, and the entry that counts. */
export function AlertList({ alerts, mayLook, foot = null }: AlertListProps) {
  const { t } = useText();
  const isDoubted = alerts.some(({ concern }) => concern !== null);
  return (
    <Panel padded={false}>
      {isDoubted && mayLook && (
        <p className="border-b border-border px-3.5 py-2.5 text-fine text-text-2">{t("door-admin.alerts.doubt")}</p>
      )}
      {alerts.length === 0 ? (
        <Empty title={t("door-admin.alerts.none")} text={t("door-admin.alerts.noneText")} />
      ) : (
        <ul aria-label={t("door-admin.alerts")}>
          {alerts.map((alert) => (
            <Alert key={alert.id} alert={alert} mayLook={mayLook} />
          ))}
        </ul>
      )}
      {foot}
    </Panel>
  );
}

function Alert({ alert, mayLook }: { alert: DoorAlert; mayLook: boolean }) {
  const { t, locale } = useText();
  const name = useId();
  const { guest, reference, night, zone, concern, first } = alert;
  /**
   * With its date where it isn't the night's own: an entry that arrives late, or outside the night's hours, may be weeks away
   * from it.
   */
  const momentOf = (at: Date) => {
    const day = dateIn(at, zone);
    const time = clockIn(at, zone);
    return day === night.date ? time : `${shortDate(day, locale)}, ${time}`;
  };
  const line = ({ at, by, device }: { at: string; by: string; device: string }) =>
    t(device ? "door-admin.alert.entry" : "door-admin.alert.entryByHand", {
      time: momentOf(new Date(at)),
      by: by || t("door-admin.nobody"),
      device,
    });
  return (
    <AlertRow id={alert.id} name={name} intent="look" label={mayLook && t("door-admin.alert.look")}>
      <p className="flex flex-wrap items-center gap-2">
        <span id={name} className="font-semibold">
          {guest || t("door-admin.nobody")}
        </span>
        <Badge tone="waiting">{t(`door-admin.concern.${concern ?? "double"}`)}</Badge>
      </p>
      <p className="text-fine text-text-3">
        <BookingReference reference={reference} /> · {night.title} · {shortDate(night.date, locale)}, {night.start}
      </p>
      {first && <p className="text-text-2">{t("door-admin.alert.first", { entry: line(first) })}</p>}
      <p className="text-text-2">{first ? t("door-admin.alert.second", { entry: line(alert) }) : line(alert)}</p>
    </AlertRow>
  );
}

type AlertRowProps = {
  id: string;
  /** Id of the element that names it. */
  name: string;
  intent: "look" | "settle";
  /** Of the button that says that somebody has seen to it; false for whoever may not. */
  label: string | false;
  children: ReactNode;
};

/** One thing that somebody should see to, and the button that says so. */
export function AlertRow({ id, name, intent, label, children }: AlertRowProps) {
  const busy = useNavigation().formData?.get("id") === id;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-border px-3.5 py-3 first:border-t-0">
      <div className="min-w-0 grow basis-72">{children}</div>
      {label && (
        <Form method="post">
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="id" value={id} />
          <AdminButton small type="submit" busy={busy} aria-describedby={name}>
            {label}
          </AdminButton>
        </Form>
      )}
    </li>
  );
}
