import { CircleAlert } from "../lucide/icons.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { FormAnswer } from "../form/answer.ts";
import { AdminNotice } from "./field.tsx";

type FormRefusalProps = {
  answer: Pick<FormAnswer, "intent" | "at" | "formError" | "fieldErrors" | "values"> | undefined;
  /** only for forms of that intent */
  of?: string;
  className?: string;
};

const areaOf = (id: MessageId) => id.slice(0, id.indexOf("."));

/** Why a form was refused, above it: the refusal, or what is wrong in its fields; nothing otherwise. */
export function FormRefusal({ answer, of, className }: FormRefusalProps) {
  const mine = of === undefined || answer?.intent === of ? answer : undefined;
  const ids = mine?.formError ? [mine.formError] : (mine?.fieldErrors ?? []).map(({ message }) => message);
  // errors come with the page: a refusal on a bad line waits for no texts
  const { t } = useText("errors", ...ids.map(areaOf));
  if (ids.length === 0) return null;
  const messages = new Set(ids.map((id) => t(id, mine?.values)));
  return (
    <div role="alert" key={mine?.at} className={className}>
      <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
        {[...messages].map((message) => (
          <p key={message}>{message}</p>
        ))}
      </AdminNotice>
    </div>
  );
}
