import { useState } from "react";
import { Form } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Carried } from "#src/modules/changes/manage/components/carried.tsx";
import type { ManagePlace } from "#src/modules/changes/manage/rules/manage-page.ts";
import { AddOnRows } from "#src/modules/sales/booking/components/add-on-choice.tsx";
import type { BookableAddOn } from "#src/modules/sales/booking/schema.ts";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** Chooses more add-ons for a booking. Only asks for the price. */
export function AddOnForm({ place, addOns }: { place: ManagePlace; addOns: readonly BookableAddOn[] }) {
  const { t } = useText();
  const [quantities, setQuantities] = useState<Record<string, number>>({});
  const offered = addOns.flatMap(({ price, ...addOn }) => (price === null ? [] : [{ ...addOn, price }]));
  if (offered.length === 0) return <Notice tone="warning">{t("payments-manage.add_ons.none")}</Notice>;
  return (
    <Form method="get" action={place.path} className="grid max-w-[34rem] gap-6">
      <Carried place={place} screen="add_ons" />
      <p>{t("payments-manage.add_ons.text")}</p>
      <AddOnRows
        offered={offered}
        quantities={quantities}
        className="border-y border-border"
        onQuantity={(id, quantity) => setQuantities((now) => ({ ...now, [id]: quantity }))}
      />
      {offered.some(({ most, has }) => most > has) && (
        <Button type="submit" className="justify-self-start">
          {t("payments-manage.add_ons.price")}
        </Button>
      )}
    </Form>
  );
}
