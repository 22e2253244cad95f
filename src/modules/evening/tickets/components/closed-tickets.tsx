import { Form } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Button } from "#src/ui/button.tsx";

type ClosedTicketsProps = {
  /** The address of the booking's emails with its letters hidden; null where there is none. */
  sentTo: string | null;
  /** The link has just been asked for. */
  isRequested: boolean;
};

/**
 * For who may not open a booking that has tickets, such as a browser inside another app that forgot who booked: where they were sent,
 * and a button that sends the booking's link there again. The answer is the same whatever was sent.
 */
export function ClosedTickets({ sentTo, isRequested }: ClosedTicketsProps) {
  const { t } = useText();
  return (
    <div className="mt-3 mb-6 grid max-w-[40rem] gap-3 text-lead text-text-2">
      <p>{t("payments-confirmation.closed")}</p>
      {sentTo && !isRequested && (
        <>
          <p className="wrap-anywhere">{t("payments-confirmation.closed.sent", { email: sentTo })}</p>
          <Form method="post" preventScrollReset>
            <Button type="submit" kind="secondary" name="intent" value="link">
              {t("payments-confirmation.closed.again")}
            </Button>
          </Form>
        </>
      )}
      <p role="status" className="empty:hidden">
        {isRequested && t("payments-confirmation.closed.asked")}
      </p>
    </div>
  );
}
