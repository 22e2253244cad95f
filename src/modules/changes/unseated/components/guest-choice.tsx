import { Form, Link } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Carried } from "#src/modules/changes/manage/components/carried.tsx";
import type { Guest } from "#src/modules/changes/manage/components/manage-parts.tsx";
import { manageAddress, type ManagePlace } from "#src/modules/changes/manage/rules/manage-page.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { Field } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

/** Chooses guests to remove, by name. Only asks for the price. */
export function GuestChoice({ guests, place }: { guests: Guest[]; place: ManagePlace }) {
  const { t } = useText();
  return (
    <Form method="get" action={place.path} className="grid gap-6">
      <Carried place={place} screen="remove" />
      <fieldset className="grid gap-4">
        <legend className="mb-4 font-semibold">{t("payments-manage.remove.legend")}</legend>
        {guests.map(({ position, name }, index) => (
          <Checkbox key={position} id={`guest-${position}`} name="guest" value={position}>
            {name || t("payments-manage.guest", { n: index + 1 })}
          </Checkbox>
        ))}
      </fieldset>
      <Button type="submit" className="justify-self-start">
        {t("payments-manage.remove.price")}
      </Button>
      <p>
        {t("payments-manage.remove.all")}{" "}
        <Link to={manageAddress(place, { do: "cancel" })} className={LINK}>
          {t("payments-manage.remove.allLink")}
        </Link>
      </p>
    </Form>
  );
}

/** Chooses how many people to add. Only asks for the price. */
export function PeopleChoice({ place, most }: { place: ManagePlace; most: number }) {
  const { t } = useText();
  return (
    <Form method="get" action={place.path} className="grid gap-6">
      <Carried place={place} screen="add" />
      <Field id="people" label={t("payments-manage.add.field")}>
        {(control) => (
          <TextInput
            {...control}
            name="people"
            type="number"
            inputMode="numeric"
            min={1}
            max={most}
            defaultValue={1}
            required
            className="max-w-24 text-center font-bold tabular-nums"
          />
        )}
      </Field>
      <Button type="submit" className="justify-self-start">
        {t("payments-manage.add.price")}
      </Button>
    </Form>
  );
}
