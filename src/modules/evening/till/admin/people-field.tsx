import { useText } from "#src/locales/use-text.ts";
import { Quantity } from "#src/ui/quantity.tsx";

type PeopleFieldProps = { id: string; name?: string; most: number; people: number; onPeople: (people: number) => void };

/** How many people places are sold to at the door, with a line or without. */
export function PeopleField({ id, most, people, onPeople, ...form }: PeopleFieldProps) {
  const { t } = useText("till");
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {t("till.sale.people")}
      </label>
      <Quantity
        {...form}
        id={id}
        min={1}
        max={most}
        value={people}
        onValue={onPeople}
        labels={{ fewer: t("till.sale.fewer"), more: t("till.sale.more") }}
      />
    </div>
  );
}
