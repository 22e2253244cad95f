import { CircleAlert } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import type { TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { AdminNotice } from "#src/ui/admin/field.tsx";

/** Why a form was refused, above it; nothing otherwise. `of`: only for forms of that intent. */
export function Refusal({ answer, of }: { answer: TillAnswer | undefined; of?: string }) {
  const { t } = useText("till", "errors");
  if (!answer || (of !== undefined && answer.intent !== of)) return null;
  const messages = answer.formError
    ? [t(answer.formError, answer.values)]
    : (answer.fieldErrors ?? []).map(({ message }) => t(message));
  if (messages.length === 0) return null;
  return (
    <div role="alert" key={answer.at}>
      <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </AdminNotice>
    </div>
  );
}
