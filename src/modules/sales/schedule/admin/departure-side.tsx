import { Ban, Copy, Trash2 } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { Fill, DepartureStrip } from "#src/modules/sales/schedule/admin/departure-line.tsx";
import type { AdminCrawl, AdminDeparture } from "#src/modules/sales/schedule/schema.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField, AdminInput, AdminNotice } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";

export type SideExtra = {
  /** how many bookings keep it from being deleted */
  bookings: number;
};

type SideProps = {
  departure: AdminDeparture;
  crawl: AdminCrawl;
  everBooked: number;
  may: boolean;
  formKey: string;
  answer: FormAnswer<SideExtra> | undefined;
};

type DepartureSideProps = SideProps & {
  /** What another module knows of it, after its seats. */
  children?: ReactNode;
};

/** The sidebar of a departure's form: its seats and other actions. */
export function DepartureSide({ children, ...props }: DepartureSideProps) {
  const { t } = useText();
  const { departure, may } = props;
  const figures: [MessageId, number][] = [
    ["schedule-admin.confirmed", departure.confirmed],
    ["schedule-admin.held", departure.held],
    ["schedule-admin.free", departure.free],
  ];
  return (
    <>
      <Panel title={t("schedule-admin.fill")} action={<Fill departure={departure} />}>
        <DepartureStrip departure={departure} />
        <dl className="mt-2.5 grid gap-1">
          {figures.map(([name, count]) => (
            <div key={name} className="flex justify-between">
              <dt className="text-text-2">{t(name)}</dt>
              <dd className="font-semibold tabular-nums">{count}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {children}
      {may && <Duplicate {...props} />}
      {may && departure.state !== "over" && <Ending {...props} />}
    </>
  );
}

function Duplicate({ formKey, answer }: SideProps) {
  const { t } = useText();
  const busy = useNavigation().state !== "idle";
  const own = answer?.intent === "duplicate" ? answer : undefined;
  const fieldError = own?.fieldErrors?.[0]?.message ?? own?.formError;
  return (
    <Panel title={t("schedule-admin.duplicate")}>
      <Form method="post" noValidate className="grid gap-2">
        <input type="hidden" name="intent" value="duplicate" />
        <input type="hidden" name="key" value={formKey} />
        <AdminField
          id="duplicate-date"
          label={t("schedule-admin.duplicate.date")}
          help={t("schedule-admin.duplicate.help")}
          error={fieldError && t(fieldError)}
        >
          {(control) => <AdminInput {...control} name="date" type="date" />}
        </AdminField>
        <AdminButton type="submit" busy={busy} icon={<Copy aria-hidden size={15} />}>
          {t("schedule-admin.duplicate")}
        </AdminButton>
      </Form>
    </Panel>
  );
}

/** Cancels a departure or, if it was never booked, deletes it. */
function Ending({ departure, crawl, everBooked, answer }: SideProps) {
  const { t, locale } = useText();
  const [isAsking, setAsking] = useState(false);
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  const own = answer?.intent === "delete" ? answer : undefined;
  const booked = own?.bookings ?? everBooked;
  return (
    <Panel title={t("schedule-admin.end")}>
      <div className="grid gap-2">
        {departure.state !== "cancelled" && (
          <AdminLink
            kind="danger"
            to={localizedPath(`/admin/schedule/cancel/${departure.id}`, locale)}
            icon={<Ban aria-hidden size={15} />}
          >
            {t("schedule-admin.cancel")}
          </AdminLink>
        )}
        {booked > 0 ? (
          <AdminNotice>{t("schedule-admin.delete.booked", { count: booked })}</AdminNotice>
        ) : own?.formError ? (
          <AdminNotice>{t(own.formError)}</AdminNotice>
        ) : (
          <AdminButton kind="danger" icon={<Trash2 aria-hidden size={15} />} onClick={() => setAsking(true)}>
            {t("schedule-admin.delete")}
          </AdminButton>
        )}
      </div>
      <ConfirmDialog
        open={isAsking && booked === 0 && !own?.formError}
        title={t("schedule-admin.delete.title")}
        confirmLabel={t("schedule-admin.delete.confirm")}
        cancelLabel={t("admin.cancel")}
        dangerous
        busy={busy}
        word={{
          expected: t("schedule-admin.delete.word"),
          label: t("schedule-admin.delete.label", { word: t("schedule-admin.delete.word") }),
        }}
        onConfirm={() => void submit({ intent: "delete" }, { method: "post" })}
        onClose={() => setAsking(false)}
      >
        <p>{t("schedule-admin.delete.text", { date: shortDate(departure.date, locale), crawl: crawl.title })}</p>
      </ConfirmDialog>
    </Panel>
  );
}
