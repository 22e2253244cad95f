import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminSelect, AdminTextArea, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { LeaveGuard } from "#src/ui/admin/leave-guard.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "../+types/new-booking";

const WAYS = ["cash", "invoice", "free"] as const;

/** A booking made by hand: which departure, for whom, for how much and how it is paid. */
export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { departures, countries, chosen, formKey } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  const [isDirty, setDirty] = useState(false);
  const [way, setWay] = useState<(typeof WAYS)[number]>("cash");
  const fieldErrors = actionData && "fieldErrors" in actionData ? actionData.fieldErrors : [];
  const errors = fieldErrors.map(({ id, message }) => ({ id, message: t(message) }));
  const refused = actionData && "refused" in actionData ? t(actionData.refused, actionData.values) : null;
  const all = refused ? [{ id: "departure_id", message: refused }] : errors;
  const error = (id: string) => {
    const fieldError = errors.find((one) => one.id === id);
    return fieldError ? { error: fieldError.message } : {};
  };
  const title = t("reservation.new.title");
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        meta={t("reservation.new.lead")}
      />
      <div className="max-w-3xl">
        <FieldErrorSummary
          key={actionData?.at}
          title={t("reservation.new.errors", { count: all.length })}
          errors={all}
        />
      </div>
      <Form method="post" onChange={() => setDirty(true)} className="grid max-w-3xl gap-4">
        <input type="hidden" name="key" value={formKey} />
        <Panel title={t("reservation.new.departureTitle")}>
          <div className="grid gap-3 md:grid-cols-[1fr_8rem]">
            <AdminField id="departure_id" label={t("reservation.new.departure")} {...error("departure_id")}>
              {(control) => (
                <AdminSelect {...control} name="departure_id" defaultValue={chosen}>
                  <option value="">{t("reservation.date.choose")}</option>
                  {departures.map((departure) => (
                    <option key={departure.id} value={departure.id}>
                      {t("reservation.new.option", {
                        date: shortDate(departure.date, locale),
                        time: departure.startTime,
                        crawl: departure.crawl,
                        free: departure.free,
                      })}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="people" label={t("reservation.new.people")} {...error("people")}>
              {(control) => (
                <AdminInput {...control} name="people" inputMode="numeric" autoComplete="off" defaultValue="2" />
              )}
            </AdminField>
          </div>
        </Panel>
        <Panel title={t("reservation.new.guest")}>
          <div className="grid gap-3 md:grid-cols-2">
            <AdminField id="first_name" label={t("reservation.new.firstName")} {...error("first_name")}>
              {(control) => <AdminInput {...control} name="first_name" autoComplete="off" />}
            </AdminField>
            <AdminField id="last_name" label={t("reservation.new.lastName")} {...error("last_name")}>
              {(control) => <AdminInput {...control} name="last_name" autoComplete="off" />}
            </AdminField>
            <AdminField
              id="email"
              label={t("reservation.new.email")}
              help={t("reservation.new.emailHelp")}
              {...error("email")}
            >
              {(control) => <AdminInput {...control} name="email" type="email" autoComplete="off" />}
            </AdminField>
            <AdminField
              id="phone"
              label={t("reservation.new.phone")}
              optional={t("reservation.optional")}
              {...error("phone")}
            >
              {(control) => <AdminInput {...control} name="phone" type="tel" autoComplete="off" />}
            </AdminField>
            <AdminField id="country" label={t("reservation.new.country")} {...error("country")}>
              {(control) => (
                <AdminSelect {...control} name="country" defaultValue="MX">
                  {countries.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label || t("checkout.countryOther")}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="language" label={t("reservation.new.language")} {...error("language")}>
              {(control) => (
                <AdminSelect {...control} name="language" defaultValue={locale}>
                  <option value="en">{t("reservation.new.english")}</option>
                  <option value="es">{t("reservation.new.spanish")}</option>
                </AdminSelect>
              )}
            </AdminField>
            <AdminField
              id="requests"
              label={t("reservation.new.requests")}
              optional={t("reservation.optional")}
              className="md:col-span-2"
              {...error("requests")}
            >
              {(control) => <AdminTextArea {...control} name="requests" rows={2} maxLength={1000} />}
            </AdminField>
          </div>
        </Panel>
        <Panel title={t("reservation.new.money")}>
          <div className="grid gap-3 md:grid-cols-3">
            <AdminField id="way" label={t("reservation.new.way")} {...error("way")}>
              {(control) => (
                <AdminSelect
                  {...control}
                  name="way"
                  value={way}
                  onChange={({ target: { value } }) => setWay(WAYS.find((one) => one === value) ?? "cash")}
                >
                  {WAYS.map((one) => (
                    <option key={one} value={one}>
                      {t("reservation.new.ways", { way: one })}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="currency" label={t("reservation.new.currency")} {...error("currency")}>
              {(control) => (
                <AdminSelect {...control} name="currency" defaultValue="MXN">
                  {CURRENCIES.map((code) => (
                    <option key={code} value={code}>
                      {code}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            {way === "free" ? (
              <input type="hidden" name="total" value="" />
            ) : (
              <AdminField
                id="total"
                label={t("reservation.new.total")}
                optional={t("reservation.optional")}
                help={t("reservation.new.totalHelp")}
                {...error("total")}
              >
                {(control) => <AdminInput {...control} name="total" inputMode="decimal" autoComplete="off" />}
              </AdminField>
            )}
          </div>
        </Panel>
        <div>
          <AdminButton kind="ink" type="submit" busy={busy}>
            {t("reservation.new.submit")}
          </AdminButton>
        </div>
        <LeaveGuard unsaved={isDirty} />
      </Form>
    </>
  );
}
