import { useState } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { ListedCity } from "#src/modules/site/catalog/schema.ts";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";

type SwitchCityProps = {
  city: Pick<ListedCity, "id" | "name" | "isActive" | "coming" | "inCalendar">;
  small?: boolean;
  busy: boolean;
  onSwitch: (id: string, isActive: boolean) => void;
};

/** Switches a city on, or off after saying what that means to guests and to whoever has booked. */
export function SwitchCity({ city, small = false, busy, onSwitch }: SwitchCityProps) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const { id, name, isActive } = city;
  return (
    <>
      <AdminButton
        small={small}
        busy={busy}
        aria-label={t(isActive ? "catalog-cities-admin.switchOffOf" : "catalog-cities-admin.switchOnOf", { name })}
        onClick={() => (isActive ? setAsking(true) : onSwitch(id, true))}
      >
        {t(isActive ? "catalog-cities-admin.switchOff" : "catalog-cities-admin.switchOn")}
      </AdminButton>
      <ConfirmDialog
        open={isAsking}
        title={t("catalog-cities-admin.off.title", { name })}
        confirmLabel={t("catalog-cities-admin.off.confirm", { name })}
        cancelLabel={t("admin.cancel")}
        busy={busy}
        onConfirm={() => {
          setAsking(false);
          onSwitch(id, false);
        }}
        onClose={() => setAsking(false)}
      >
        <Consequences {...city} />
      </ConfirmDialog>
    </>
  );
}

function Consequences({ coming, inCalendar }: SwitchCityProps["city"]) {
  const { t, locale } = useText();
  const { departures, bookings, people } = coming;
  return (
    <div className="grid gap-2">
      <p>{t("catalog-cities-admin.off.guests")}</p>
      <p>{t("catalog-cities-admin.off.sales", { departures })}</p>
      {bookings > 0 ? (
        <>
          <p>
            <strong>{t("catalog-cities-admin.off.bookings", { bookings, people })}</strong>
          </p>
          <p>
            <Link to={localizedPath("/admin/schedule", locale)} className={ADMIN_LINK}>
              {t("catalog-cities-admin.toSchedule")}
            </Link>
          </p>
        </>
      ) : (
        departures > 0 && <p>{t("catalog-cities-admin.off.none")}</p>
      )}
      {inCalendar && <p>{t("catalog-cities-admin.off.calendar")}</p>}
    </div>
  );
}
