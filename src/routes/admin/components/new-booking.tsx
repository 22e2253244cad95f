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

/** A booking by staff: departure, guest, price and payment. */
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
  const title = t("booking-admin.new.title");
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        meta={t("booking-admin.new.lead")}
      />
      <div className="max-w-3xl">
        <FieldErrorSummary
          key={actionData?.at}
          title={t("booking-admin.new.errors", { count: all.length })}
          errors={all}
        />
      </div>
      <Form method="post" onChange={() => setDirty(true)} className="grid max-w-3xl gap-4">
        <input type="hidden" name="key" value={formKey} />
        <Panel title={t("booking-admin.new.departureTitle")}>
          <div className="grid gap-3 md:grid-cols-[1fr_8rem]">
            <AdminField id="departure_id" label={t("booking-admin.new.departure")} {...error("departure_id")}>
              {(control) => (
                <AdminSelect {...control} name="departure_id" defaultValue={chosen}>
                  <option value="">{t("booking-admin.date.choose")}</option>
                  {departures.map((departure) => (
                    <option key={departure.id} value={departure.id}>
                      {t("booking-admin.new.option", {
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
            <AdminField id="people" label={t("booking-admin.new.people")} {...error("people")}>
              {(control) => (
                <AdminInput {...control} name="people" inputMode="numeric" autoComplete="off" defaultValue="2" />
              )}
            </AdminField>
          </div>
        </Panel>
        <Panel title={t("booking-admin.new.guest")}>
          <div className="grid gap-3 md:grid-cols-2">
            <AdminField id="first_name" label={t("booking-admin.new.firstName")} {...error("first_name")}>
              {(control) => <AdminInput {...control} name="first_name" autoComplete="off" />}
            </AdminField>
            <AdminField id="last_name" label={t("booking-admin.new.lastName")} {...error("last_name")}>
              {(control) => <AdminInput {...control} name="last_name" autoComplete="off" />}
            </AdminField>
            <AdminField
              id="email"
              label={t("booking-admin.new.email")}
              help={t("booking-admin.new.emailHelp")}
              {...error("email")}
            >
              {(control) => <AdminInput {...control} name="email" type="email" autoComplete="off" />}
            </AdminField>
            <AdminField
              id="phone"
              label={t("booking-admin.new.phone")}
              optional={t("booking-admin.optional")}
              {...error("phone")}
            >
              {(control) => <AdminInput {...control} name="phone" type="tel" autoComplete="off" />}
            </AdminField>
            <AdminField id="country" label={t("booking-admin.new.country")} {...error("country")}>
              {(control) => (
                <AdminSelect {...control} name="country" defaultValue="MX">
                  {countries.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label || t("booking-checkout.countryOther")}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="language" label={t("booking-admin.new.language")} {...error("language")}>
              {(control) => (
                <AdminSelect {...control} name="language" defaultValue={locale}>
                  <option value="en">{t("booking-admin.new.english")}</option>
                  <option value="es">{t("booking-admin.new.spanish")}</option>
                </AdminSelect>
              )}
            </AdminField>
            <AdminField
              id="requests"
              label={t("booking-admin.new.requests")}
              optional={t("booking-admin.optional")}
              className="md:col-span-2"
              {...error("requests")}
            >
              {(control) => <AdminTextArea {...control} name="requests" rows={2} maxLength={1000} />}
            </AdminField>
          </div>
        </Panel>
        <Panel title={t("booking-admin.new.money")}>
          <div className="grid gap-3 md:grid-cols-3">
            <AdminField id="way" label={t("booking-admin.new.way")} {...error("way")}>
              {(control) => (
                <AdminSelect
                  {...control}
                  name="way"
                  value={way}
                  onChange={({ target: { value } }) => setWay(WAYS.find((one) => one === value) ?? "cash")}
                >
                  {WAYS.map((one) => (
                    <option key={one} value={one}>
                      {t("booking-admin.new.ways", { way: one })}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="currency" label={t("booking-admin.new.currency")} {...error("currency")}>
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
                label={t("booking-admin.new.total")}
                optional={t("booking-admin.optional")}
                help={t("booking-admin.new.totalHelp")}
                {...error("total")}
              >
                {(control) => <AdminInput {...control} name="total" inputMode="decimal" autoComplete="off" />}
              </AdminField>
            )}
          </div>
        </Panel>
        <div>
          <AdminButton kind="ink" type="submit" busy={busy}>
            {t("booking-admin.new.submit")}
          </AdminButton>
        </div>
        <LeaveGuard unsaved={isDirty} />
      </Form>
    </>
  );
}
