import { useText } from "#src/locales/use-text.ts";
import type { BarChoice } from "#src/modules/evening/stops/schema.ts";
import { AdminInput, AdminSelect } from "#src/ui/admin/field.tsx";

export type StopDraft = { bar_id: string; at: string; vouchers: string };

type StopFieldsProps = {
  id: string;
  /** What a screen reader calls it. */
  name: string;
  stop: StopDraft;
  bars: readonly BarChoice[];
  /** Without it the browser keeps what is typed. */
  onChange?: (stop: StopDraft) => void;
  /** Whether its bar stays: the group has been there. */
  fixed?: boolean;
  /** Whether it may stay empty. */
  optional?: boolean;
};

/** The time, bar and drinks of one stop. */
export function StopFields({ id, name, stop, bars, onChange, fixed = false, optional = false }: StopFieldsProps) {
  const { t } = useText();
  const field = (key: keyof StopDraft) => ({
    id: `${id}-${key}`,
    name: key === "bar_id" ? "bar" : key,
    ...(onChange
      ? {
          value: stop[key],
          onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
            onChange({ ...stop, [key]: value }),
        }
      : { defaultValue: stop[key] }),
  });
  const offered = fixed ? bars.filter((bar) => bar.id === stop.bar_id) : bars;
  return (
    <span className="grid min-w-0 grow gap-1.5 md:grid-cols-[7.5rem_minmax(0,1fr)_10rem]">
      <AdminInput {...field("at")} type="time" required={!optional} aria-label={t("stops-admin.timeOf", { name })} />
      <AdminSelect {...field("bar_id")} aria-label={t("stops-admin.barOf", { name })}>
        {!fixed && <option value="">{t("stops-admin.choose")}</option>}
        {[...new Set(offered.map(({ city }) => city))].map((city) => (
          <optgroup key={city} label={city}>
            {offered
              .filter((bar) => bar.city === city)
              .map((bar) => (
                <option key={bar.id} value={bar.id}>
                  {bar.name}
                </option>
              ))}
          </optgroup>
        ))}
      </AdminSelect>
      <AdminSelect {...field("vouchers")} aria-label={t("stops-admin.vouchersOf", { name })}>
        {Array.from({ length: 11 }, (_, count) => (
          <option key={count} value={count}>
            {t("stops-admin.vouchers", { count })}
          </option>
        ))}
      </AdminSelect>
    </span>
  );
}
