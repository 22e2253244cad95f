import { TriangleAlert } from "#src/ui/lucide/icons.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Effect } from "#src/modules/sales/schedule/rules/editing.ts";
import { AdminNotice } from "#src/ui/admin/field.tsx";

/** A change's effect on guests, in words; renders nothing without one. */
export function EffectText({ effect }: { effect: Effect }) {
  const { t, locale } = useText();
  const { overbooked, moved } = effect;
  if (overbooked.length === 0 && moved.bookings === 0) return null;
  return (
    <div className="grid gap-2">
      {overbooked.length > 0 && (
        <AdminNotice tone="judge" icon={<TriangleAlert aria-hidden size={16} />}>
          <p>{t("schedule-admin.warn.overbooked")}</p>
          <ul className="mt-1 list-disc pl-4">
            {overbooked.map(({ date, taken: seats }) => (
              <li key={date}>{t("schedule-admin.warn.taken", { date: shortDate(date, locale), count: seats })}</li>
            ))}
          </ul>
        </AdminNotice>
      )}
      {moved.bookings > 0 && (
        <AdminNotice tone="judge" icon={<TriangleAlert aria-hidden size={16} />}>
          {t("schedule-admin.warn.moved", moved)}
        </AdminNotice>
      )}
    </div>
  );
}
