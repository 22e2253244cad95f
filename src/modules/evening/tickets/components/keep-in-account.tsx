import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Button } from "#src/ui/button.tsx";

type KeepInAccountProps = {
  /** The booking's address. */
  email: string;
  /** The link has just been asked for. */
  isRequested: boolean;
};

/** For a guest who isn't signed in: a press that mails them a link to an account with this booking. Works without JavaScript. */
export function KeepInAccount({ email, isRequested }: KeepInAccountProps) {
  const { t } = useText();
  const busy = useNavigation().formData?.get("intent") === "account";
  return (
    <section className="border-t-3 border-text pt-4">
      <h2 className="mb-1.5 text-xl">{t("payments-confirmation.account.title")}</h2>
      {!isRequested && (
        <>
          <p className="max-w-[38rem] wrap-anywhere text-text-2">
            {t("payments-confirmation.account.text", { email })}
          </p>
          <Form method="post" preventScrollReset className="mt-4">
            <Button type="submit" kind="secondary" name="intent" value="account" busy={busy}>
              {t("payments-confirmation.account.action")}
            </Button>
          </Form>
        </>
      )}
      <p role="status" className="max-w-[38rem] font-semibold wrap-anywhere text-agave-text empty:hidden">
        {isRequested && t("payments-confirmation.account.asked", { email })}
      </p>
    </section>
  );
}
