import { useText } from "#src/locales/use-text.ts";
import { DeskHead } from "#src/modules/partners/desk/components/desk-head.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { Notice } from "#src/ui/notice.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type BindFormProps = { offered: { name: string; partner: string } | null; answer: FormAnswer | undefined };

/** What a device shows that opened the address which binds it. */
export function BindForm({ offered, answer }: BindFormProps) {
  const { t } = useText("errors");
  const { errorOf } = useFieldErrors(answer?.fieldErrors);
  const pin = { type: "password", inputMode: "numeric", autoComplete: "off", maxLength: 6, required: true } as const;
  return (
    <>
      <title>{t("desk.pageTitle", { brand: t("common.brand") })}</title>
      <DeskHead partner={offered?.partner ?? null} />
      <main id="main" className="mx-auto grid max-w-md grid-cols-1 gap-5 px-4 pt-4 pb-16">
        <h1 className="text-4xl">{t(offered ? "desk.bind.title" : "desk.bind.over")}</h1>
        <p className="text-lg wrap-anywhere">
          {offered ? t("desk.bind.lead", { partner: offered.partner }) : t("desk.bind.overText")}
        </p>
        {answer?.formError && (
          <Notice tone="bad" live>
            {t(answer.formError, answer.values)}
          </Notice>
        )}
        {offered && (
          <form method="post" className="grid grid-cols-1 gap-5">
            <Field id="name" label={t("desk.bind.name")} hint={t("desk.bind.nameHint")} {...errorOf("name")}>
              {(control) => (
                <TextInput
                  {...control}
                  name="name"
                  defaultValue={offered.name}
                  maxLength={40}
                  required
                  autoComplete="off"
                />
              )}
            </Field>
            <Field id="pin" label={t("desk.bind.pin")} hint={t("desk.bind.pinHint")} {...errorOf("pin")}>
              {(control) => <TextInput {...control} {...pin} name="pin" />}
            </Field>
            <Field id="again" label={t("desk.bind.again")} {...errorOf("again")}>
              {(control) => <TextInput {...control} {...pin} name="again" />}
            </Field>
            <Button type="submit" wide>
              {t("desk.bind.submit")}
            </Button>
          </form>
        )}
      </main>
    </>
  );
}
