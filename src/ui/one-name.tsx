import { useText } from "#src/locales/use-text.ts";
import { Checkbox } from "#src/ui/checkbox.tsx";

/** Said by whoever has no last name, below the fields of a name. `prefix`: of the form's ids. */
export function OneName({ isChosen, prefix = "" }: { isChosen: boolean; prefix?: string }) {
  const { t } = useText();
  return (
    <Checkbox id={`${prefix}one_name`} name="one_name" value="on" defaultChecked={isChosen}>
      {t("common.oneName")}
    </Checkbox>
  );
}
