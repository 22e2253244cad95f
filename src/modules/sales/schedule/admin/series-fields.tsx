import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { weekdayNames } from "#src/modules/sales/schedule/components/calendar-look.ts";
import { type FormState, TermInput } from "#src/modules/sales/schedule/admin/terms-fields.tsx";
import { RECURRENCES } from "#src/modules/sales/schedule/rules/recurrence.ts";
import { AdminField, AdminSelect } from "#src/ui/admin/field.tsx";

const EVERY: Record<string, MessageId> = {
  daily: "schedule-admin.every.daily",
  weekly: "schedule-admin.every.weekly",
  monthly: "schedule-admin.every.monthly",
};

/** How a series repeats and when it ends. */
export function SeriesFields({ form }: { form: FormState }) {
  const { t } = useText();
  const { formValues, onType } = form;
  const type = formValues["type"] ?? "weekly";
  const ending = formValues["ending"] ?? "count";
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <AdminField id="type" label={t("schedule-admin.repeats")}>
          {(control) => (
            <AdminSelect {...control} name="type" value={type} onChange={(event) => onType("type", event.target.value)}>
              {RECURRENCES.map((one) => (
                <option key={one} value={one}>
                  {t(`schedule-admin.repeats.${one}`)}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
        <TermInput
          form={form}
          name="every"
          label={t("schedule-admin.every")}
          unit={t(EVERY[type] ?? "schedule-admin.every.weekly", { count: Number(formValues["every"]) || 1 })}
          inputMode="numeric"
        />
      </div>
      {type === "weekly" && <Weekdays form={form} />}
      <div className="grid grid-cols-2 gap-3">
        <AdminField id="ending" label={t("schedule-admin.ending")}>
          {(control) => (
            <AdminSelect
              {...control}
              name="ending"
              value={ending}
              onChange={(event) => onType("ending", event.target.value)}
            >
              <option value="count">{t("schedule-admin.ending.count")}</option>
              <option value="until">{t("schedule-admin.ending.until")}</option>
            </AdminSelect>
          )}
        </AdminField>
        {ending === "count" ? (
          <TermInput
            form={form}
            name="count"
            label={t("schedule-admin.count")}
            inputMode="numeric"
            help={t("schedule-admin.count.help")}
          />
        ) : (
          <TermInput form={form} name="until" label={t("schedule-admin.until")} type="date" />
        )}
      </div>
    </div>
  );
}

function Weekdays({ form }: { form: FormState }) {
  const { t, locale } = useText();
  const chosen = (form.formValues["weekdays"] ?? "").split(",").filter(Boolean);
  const fieldError = form.fieldErrors.find(({ id }) => id === "weekdays");
  const toggle = (day: string) =>
    form.onType(
      "weekdays",
      (chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day]).toSorted().join(","),
    );
  return (
    <fieldset id="weekdays" tabIndex={-1} aria-describedby={fieldError ? "weekdays-error" : undefined}>
      <legend className="mb-1 font-semibold">{t("schedule-admin.weekdays")}</legend>
      <div className="grid grid-cols-7 gap-1.5">
        {weekdayNames(locale).map(({ short, long }, index) => {
          const day = String(index);
          return (
            <label
              key={day}
              className="grid h-(--ctl) cursor-pointer place-items-center rounded-md border border-line-2 bg-surface font-medium has-checked:border-agave has-checked:bg-agave-tint has-checked:font-semibold has-checked:text-agave-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="checkbox"
                name="weekdays"
                value={day}
                aria-label={long}
                checked={chosen.includes(day)}
                onChange={() => toggle(day)}
                className="sr-only"
              />
              <span aria-hidden>{short}</span>
            </label>
          );
        })}
      </div>
      {fieldError && (
        <p id="weekdays-error" className="mt-1 font-medium text-low-text">
          {t(fieldError.message)}
        </p>
      )}
    </fieldset>
  );
}
