import { ExternalLink } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { cityIdOf, isMapLink } from "#src/modules/site/catalog/rules/city.ts";
import type { ZoneChoices } from "#src/modules/site/catalog/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminSelect } from "#src/ui/admin/field.tsx";

type CityAddressProps = {
  /** Null while it is still to be chosen. */
  id: string | null;
  typed: string;
  onType: (id: string) => void;
  /** The city's English name, from which an address is suggested. */
  name: string;
  error?: string;
};

/** The address of a city's page: chosen with a new one, then fixed. */
export function CityAddress({ id, typed, onType, name, error }: CityAddressProps) {
  const { t } = useText();
  const suggested = cityIdOf(name);
  if (id !== null)
    return (
      <div className="grid gap-1">
        <p className="font-semibold">{t("catalog-cities-admin.field.id")}</p>
        <p className="wrap-anywhere">{`/cities/${id}`}</p>
        <p className="text-fine text-text-3">{t("catalog-cities-admin.idFixed")}</p>
      </div>
    );
  return (
    <AdminField
      id="id"
      label={t("catalog-cities-admin.field.id")}
      help={t("catalog-cities-admin.idHelp")}
      {...(error ? { error } : {})}
    >
      {(control) => (
        <>
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="text-text-3">
              {t("catalog-cities-admin.idPrefix")}
            </span>
            <AdminInput
              {...control}
              name="id"
              value={typed}
              placeholder={suggested}
              maxLength={60}
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => onType(event.currentTarget.value)}
            />
          </span>
        </>
      )}
    </AdminField>
  );
}

type MapLinkProps = { value: string; onChange: (value: string) => void; changed: boolean; error?: string };

/** The link to the meeting point on a map, which can be tried out. */
export function MapLink({ value, onChange, changed, error }: MapLinkProps) {
  const { t } = useText();
  return (
    <AdminField
      id="map_url"
      label={t("catalog-cities-admin.field.map_url")}
      optional={t("admin.optional")}
      help={t("catalog-cities-admin.mapHelp")}
      changed={changed}
      {...(error ? { error } : {})}
    >
      {(control) => (
        <>
          <AdminInput
            {...control}
            name="map_url"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            value={value}
            maxLength={500}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {isMapLink(value.trim()) && (
            <a href={value.trim()} target="_blank" rel="noreferrer" className={`${ADMIN_LINK} justify-self-start`}>
              {t("catalog-cities-admin.openMap")} <ExternalLink aria-hidden size={13} className="inline" />
            </a>
          )}
        </>
      )}
    </AdminField>
  );
}

type ZoneFieldProps = {
  zones: ZoneChoices;
  value: string;
  /** Offered in any case, also where it goes by a name that isn't in the list. */
  stored: string;
  onChange: (zone: string) => void;
  changed: boolean;
  error?: string;
};

/** The time zone, those of Mexico first. */
export function ZoneField({ zones, value, stored, onChange, changed, error }: ZoneFieldProps) {
  const { t } = useText();
  const isListed = zones.others.includes(stored) || zones.mexican.some(({ id }) => id === stored);
  return (
    <AdminField
      id="time_zone"
      label={t("catalog-cities-admin.field.time_zone")}
      help={t("catalog-cities-admin.zoneHelp")}
      changed={changed}
      {...(error ? { error } : {})}
    >
      {(control) => (
        <AdminSelect
          {...control}
          name="time_zone"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {!isListed && (
            <optgroup label={t("catalog-cities-admin.zones.stored")}>
              <option>{stored}</option>
            </optgroup>
          )}
          <optgroup label={t("catalog-cities-admin.zones.mexico")}>
            {zones.mexican.map(({ id, offset }) => (
              <option key={id} value={id}>
                {`${placeOf(id)} (${offset})`}
              </option>
            ))}
          </optgroup>
          <optgroup label={t("catalog-cities-admin.zones.others")}>
            {zones.others.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </optgroup>
        </AdminSelect>
      )}
    </AdminField>
  );
}

const placeOf = (zone: string): string => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
