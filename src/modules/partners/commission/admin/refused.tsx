import { CircleAlert } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import type { StatementAnswer } from "#src/modules/partners/commission/rules/shown.ts";
import { AdminNotice } from "#src/ui/admin/field.tsx";

/** Why a form was refused; nothing otherwise. */
export function Refused({ answer }: { answer: StatementAnswer | undefined }) {
  const { t } = useText("commission-admin", "errors");
  const messages = answer?.refused
    ? [t(answer.refused, answer.values)]
    : (answer?.fieldErrors ?? []).map(({ message }) => t(message));
  if (messages.length === 0) return null;
  return (
    <div role="alert" key={answer?.at} className="mb-3">
      <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </AdminNotice>
    </div>
  );
}
