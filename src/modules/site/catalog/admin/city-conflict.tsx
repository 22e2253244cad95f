import { useText } from "#src/locales/use-text.ts";
import type { CityDraft, CityField } from "#src/modules/site/catalog/rules/city.ts";
import { Conflict } from "#src/ui/admin/conflict.tsx";

type CityConflictProps = {
  theirs: CityDraft;
  mine: CityDraft;
  /** The fields changed on both sides. */
  fields: readonly CityField[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Somebody else saved the city meanwhile: the fields changed on both sides; the rest is merged into the form. */
export function CityConflict({ theirs, mine, fields, onKeepMine, onTakeTheirs }: CityConflictProps) {
  const { t } = useText("catalog-admin");
  const inWords = (value: CityDraft[CityField]): string => {
    if (value === null || value === "") return t("catalog-admin.nothing");
    if (typeof value === "string") return value;
    const file = value.src.slice(value.src.lastIndexOf("/") + 1).slice(0, 8);
    return [value.alt || file, value.alt_es].filter(Boolean).join(" / ");
  };
  return (
    <Conflict
      {...(fields.length > 0 ? {} : { title: t("catalog-admin.conflict.apart") })}
      fields={fields.map((field) => ({
        label: t(`catalog-cities-admin.field.${field}`),
        theirs: inWords(theirs[field]),
        mine: inWords(mine[field]),
      }))}
      onKeepMine={onKeepMine}
      onTakeTheirs={onTakeTheirs}
    />
  );
}
