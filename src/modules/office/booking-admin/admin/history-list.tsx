import type { Locale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import type { Panel, PanelEvent } from "#src/modules/office/booking-admin/rules/panel.ts";

/** The audit log, latest first. */
export function HistoryList({ panel, locale }: { panel: Panel; locale: Locale }) {
  const { t } = useText("booking-history");
  const { moment, day } = useWriting(panel);
  const nobody = (actor: string) => {
    if (actor === "desk") return t("audit.desk");
    if (actor === "system") return t("booking-admin.system");
    return actor === "guest" ? t("booking-admin.theGuest") : t("booking-admin.somebody");
  };
  const figure = ({ field, before, after }: PanelEvent["changes"][number]) => {
    if (field === "people") return t("booking-admin.changedPeople", { before: before ?? 0, after });
    const written = (amount: number) => formatMoney({ amount, currency: panel.currency }, locale);
    return before === null ? written(after) : `${written(before)} → ${written(after)}`;
  };
  if (panel.history.length === 0) return <p className="text-text-3">{t("audit.noHistory")}</p>;
  return (
    <ol className="ml-1 border-l border-border">
      {panel.history.map(({ id, at, action, actor, who, changes, moved, email, tag, partner, verdict }) => (
        <li
          key={id}
          className="relative flex min-h-6.5 flex-wrap gap-x-3 py-0.5 pl-3.5 before:absolute before:top-2.5 before:-left-[3px] before:size-[5px] before:rounded-full before:bg-text-3"
        >
          <span className="w-36 shrink-0 text-text-3 tabular-nums">{moment(at)}</span>
          <span className="min-w-0 grow basis-40">
            <span className="font-medium">{who ?? nobody(actor)}</span>{" "}
            {t("booking-history.did", { action: action.replace(".", "_") })}
            {tag && <span className="text-text-2">: {tag}</span>}
            {email && <span className="text-text-2">: {t("booking-admin.email", { kind: email, about: "none" })}</span>}
            {partner && (
              <span className="text-text-2">
                {": "}
                {t("booking-admin.partner.fromTo", {
                  from: partner.from ?? t("booking-admin.partner.nobody"),
                  to: partner.to ?? t("booking-admin.partner.nobody"),
                })}
              </span>
            )}
            {verdict && <span className="text-text-2">: {t(`audit.value.${verdict}`)}</span>}
            {moved && (
              <span className="text-text-2">
                {": "}
                {t("booking-admin.movedFromTo", {
                  from: day(moved.from.date),
                  fromTime: moved.from.time,
                  to: day(moved.to.date),
                  toTime: moved.to.time,
                })}
              </span>
            )}
            {changes.length > 0 && (
              <span className="text-text-2">
                {moved ? "; " : ": "}
                {changes.map(figure).join(", ")}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
