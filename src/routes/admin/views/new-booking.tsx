import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { DeskButton } from "#src/ui/desk/button.tsx";
import { DeskField, DeskInput, DeskSelect, DeskTextArea, FormFaults } from "#src/ui/desk/field.tsx";
import { LeaveGuard } from "#src/ui/desk/leave-guard.tsx";
import { PageHead } from "#src/ui/desk/page-head.tsx";
import { Panel } from "#src/ui/desk/panel.tsx";
import type { Route } from "../+types/new-booking";

const WAYS = ["cash", "invoice", "free"] as const;

/** A booking made by hand: which night, for whom, for how much and how it is paid. */
export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { nights, countries, departure, formKey } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  const [isTyped, setTyped] = useState(false);
  const [way, setWay] = useState<(typeof WAYS)[number]>("cash");
  const faults = actionData && "faults" in actionData ? actionData.faults : [];
  const errors = faults.map(({ id, message }) => ({ id, message: t(message) }));
  const refused = actionData && "refused" in actionData ? t(actionData.refused, actionData.values) : null;
  const all = refused ? [{ id: "departure_id", message: refused }] : errors;
  const error = (id: string) => {
    const fault = errors.find((one) => one.id === id);
    return fault ? { error: fault.message } : {};
  };
  const title = t("reservation.new.title");
  return (
    <>
      <PageHead
        title={title}
        tab={t("desk.tab", { page: title, brand: t("common.brand") })}
        meta={t("reservation.new.lead")}
      />
      <div className="max-w-3xl">
        <FormFaults key={actionData?.at} title={t("reservation.new.faults", { count: all.length })} errors={all} />
      </div>
      <Form method="post" onChange={() => setTyped(true)} className="grid max-w-3xl gap-4">
        <input type="hidden" name="key" value={formKey} />
        <Panel title={t("reservation.new.night")}>
          <div className="grid gap-3 md:grid-cols-[1fr_8rem]">
            <DeskField id="departure_id" label={t("reservation.new.departure")} {...error("departure_id")}>
              {(control) => (
                <DeskSelect {...control} name="departure_id" defaultValue={departure}>
                  <option value="">{t("reservation.date.choose")}</option>
                  {nights.map((night) => (
                    <option key={night.id} value={night.id}>
                      {t("reservation.new.option", {
                        date: shortDate(night.date, locale),
                        time: night.startTime,
                        crawl: night.crawl,
                        free: night.free,
                      })}
                    </option>
                  ))}
                </DeskSelect>
              )}
            </DeskField>
            <DeskField id="people" label={t("reservation.new.people")} {...error("people")}>
              {(control) => (
                <DeskInput {...control} name="people" inputMode="numeric" autoComplete="off" defaultValue="2" />
              )}
            </DeskField>
          </div>
        </Panel>
        <Panel title={t("reservation.new.guest")}>
          <div className="grid gap-3 md:grid-cols-2">
            <DeskField id="first_name" label={t("reservation.new.firstName")} {...error("first_name")}>
              {(control) => <DeskInput {...control} name="first_name" autoComplete="off" />}
            </DeskField>
            <DeskField id="last_name" label={t("reservation.new.lastName")} {...error("last_name")}>
              {(control) => <DeskInput {...control} name="last_name" autoComplete="off" />}
            </DeskField>
            <DeskField
              id="email"
              label={t("reservation.new.email")}
              help={t("reservation.new.emailHelp")}
              {...error("email")}
            >
              {(control) => <DeskInput {...control} name="email" type="email" autoComplete="off" />}
            </DeskField>
            <DeskField
              id="phone"
              label={t("reservation.new.phone")}
              optional={t("reservation.optional")}
              {...error("phone")}
            >
              {(control) => <DeskInput {...control} name="phone" type="tel" autoComplete="off" />}
            </DeskField>
            <DeskField id="country" label={t("reservation.new.country")} {...error("country")}>
              {(control) => (
                <DeskSelect {...control} name="country" defaultValue="MX">
                  {countries.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label || t("checkout.countryOther")}
                    </option>
                  ))}
                </DeskSelect>
              )}
            </DeskField>
            <DeskField id="language" label={t("reservation.new.language")} {...error("language")}>
              {(control) => (
                <DeskSelect {...control} name="language" defaultValue={locale}>
                  <option value="en">{t("reservation.new.english")}</option>
                  <option value="es">{t("reservation.new.spanish")}</option>
                </DeskSelect>
              )}
            </DeskField>
            <DeskField
              id="requests"
              label={t("reservation.new.requests")}
              optional={t("reservation.optional")}
              className="md:col-span-2"
              {...error("requests")}
            >
              {(control) => <DeskTextArea {...control} name="requests" rows={2} maxLength={1000} />}
            </DeskField>
          </div>
        </Panel>
        <Panel title={t("reservation.new.money")}>
          <div className="grid gap-3 md:grid-cols-3">
            <DeskField id="way" label={t("reservation.new.way")} {...error("way")}>
              {(control) => (
                <DeskSelect
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
                </DeskSelect>
              )}
            </DeskField>
            <DeskField id="currency" label={t("reservation.new.currency")} {...error("currency")}>
              {(control) => (
                <DeskSelect {...control} name="currency" defaultValue="MXN">
                  {CURRENCIES.map((code) => (
                    <option key={code} value={code}>
                      {code}
                    </option>
                  ))}
                </DeskSelect>
              )}
            </DeskField>
            {way === "free" ? (
              <input type="hidden" name="total" value="" />
            ) : (
              <DeskField
                id="total"
                label={t("reservation.new.total")}
                optional={t("reservation.optional")}
                help={t("reservation.new.totalHelp")}
                {...error("total")}
              >
                {(control) => <DeskInput {...control} name="total" inputMode="decimal" autoComplete="off" />}
              </DeskField>
            )}
          </div>
        </Panel>
        <div>
          <DeskButton kind="ink" type="submit" busy={busy}>
            {t("reservation.new.submit")}
          </DeskButton>
        </div>
        <LeaveGuard unsaved={isTyped} />
      </Form>
    </>
  );
}
