import { useText } from "#src/locales/use-text.ts";
import type { RoleCity } from "#src/modules/base/identity/schema.ts";
import { AdminCheck } from "#src/ui/admin/field.tsx";

type RoleCitiesProps = { cities: readonly RoleCity[]; chosen: readonly string[] };

/** The cities that a role is limited to, each to be ticked; nothing where there is only one. */
export function RoleCities({ cities, chosen }: RoleCitiesProps) {
  const { t } = useText();
  if (cities.length < 2 && chosen.length === 0) return null;
  return (
    <fieldset aria-describedby="cities-help">
      <legend className="font-semibold">{t("identity-admin.cities")}</legend>
      {cities.map(({ id, name }) => (
        <AdminCheck key={id} name="city" value={id} defaultChecked={chosen.includes(id)}>
          {name}
        </AdminCheck>
      ))}
      <p id="cities-help" className="text-text-2">
        {t("identity-admin.cities.help")}
      </p>
    </fieldset>
  );
}

/** A role's cities by their names, e.g. “Mérida, Oaxaca”; null where it is for every city. */
export const citiesSaid = (limit: readonly string[] | null, cities: readonly RoleCity[]): string | null =>
  limit && limit.map((id) => cities.find((city) => city.id === id)?.name ?? id).join(", ");
