import { Form } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Button } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Shown to whoever holds a link of a booking that has ended; `isRequested`: they have just asked for a new one. */
export function LinkOver({ isRequested }: { isRequested: boolean }) {
  const { t } = useText();
  return (
    <section className="wrap grid justify-items-start gap-4 py-16">
      <Flag motif="calavera" className="w-18 text-brand" />
      <h1 className="text-h2">{t("payments-confirmation.linkOver.title")}</h1>
      <p role="status" className="max-w-[34rem] text-lead text-text-2">
        {t(isRequested ? "payments-confirmation.linkOver.sent" : "payments-confirmation.linkOver.text")}
      </p>
      {!isRequested && (
        <Form method="post" className="mt-2">
          <Button type="submit" name="intent" value="link">
            {t("payments-confirmation.linkOver.action")}
          </Button>
        </Form>
      )}
    </section>
  );
}
