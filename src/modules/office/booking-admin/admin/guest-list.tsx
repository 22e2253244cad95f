import { UserRound } from "#src/ui/lucide/icons.ts";
import { NOT_ASKED, OTHER_COUNTRY } from "#src/kernel/countries.ts";
import { telLink } from "#src/kernel/tel-link.ts";
import { useText } from "#src/locales/use-text.ts";
import { LINE } from "#src/modules/office/booking-admin/admin/panel-section.tsx";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";

/** The guest who booked, and the others with their tickets. */
export function GuestList({ panel }: { panel: Panel }) {
  const { t } = useText();
  const { clock } = useWriting(panel);
  const { guest, tickets } = panel;
  return (
    <>
      <p className={LINE}>
        <span className="font-semibold">{guest.name}</span>
        <span className="text-text-3">{t("booking-admin.leads")}</span>
      </p>
      {(guest.email || guest.phone) && (
        <p className={LINE}>
          {guest.email ? (
            <a href={`mailto:${guest.email}`} className={classNames(ADMIN_LINK, "wrap-anywhere")}>
              {guest.email}
            </a>
          ) : (
            <span className="text-text-3">{t("booking-admin.noEmail")}</span>
          )}
          {guest.phone && (
            <a href={telLink(guest.phone)} className={ADMIN_LINK}>
              {guest.phone}
            </a>
          )}
          {guest.country !== OTHER_COUNTRY && guest.country !== NOT_ASKED && (
            <span className="text-text-3">{guest.country}</span>
          )}
        </p>
      )}
      {guest.requests && (
        <p className="py-1 whitespace-pre-wrap">
          <span className="text-text-3">{t("booking-admin.requests")}: </span>
          {guest.requests}
        </p>
      )}
      {tickets.length === 0 && <p className="text-text-3">{t("booking-admin.noTickets")}</p>}
      <ul>
        {tickets.map(({ position, name, code, valid, replaced, entered }) => (
          <li key={code} className={classNames(LINE, "py-0.5")}>
            <UserRound aria-hidden size={15} className="shrink-0 text-text-3" />
            <span
              className={classNames(
                "mr-auto min-w-0 grow basis-40",
                valid ? "font-medium" : "text-text-3 line-through",
              )}
            >
              {name || t("booking-admin.guest", { n: position })}
              {!name && <span className="font-normal text-text-3"> {t("booking-admin.noName")}</span>}
            </span>
            <span className="font-mono">{code}</span>
            {entered ? (
              <Badge tone="done">
                {t("booking-admin.entered", { time: clock(entered.at), by: entered.by || "none" })}
              </Badge>
            ) : (
              <Badge tone={valid ? "none" : "failed"}>
                {t(valid ? "booking-admin.valid" : replaced ? "booking-admin.replaced" : "booking-admin.void")}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
