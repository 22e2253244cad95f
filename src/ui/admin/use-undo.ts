import { useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { type Said, useSaid } from "./use-said.ts";

/** What came of something that was asked of one record. */
type RecordAct = { intent: string; id: string } & Partial<Said>;
type Asking = {
  data?: RecordAct | undefined;
  submit: (what: { intent: string; id: string }, how: { method: "post"; action: string }) => Promise<void>;
};

/** Tells what came of what was asked of a record, and offers to take it back where its intent has an opposite. */
export function useUndo({ data, submit }: Asking, opposites: Readonly<Record<string, string>>): void {
  const { t } = useText();
  const { pathname } = useLocation();
  const intent = data && !data.bad ? opposites[data.intent] : undefined;
  const undo = data &&
    intent && {
      label: t("admin.undo"),
      act: () => void submit({ intent, id: data.id }, { method: "post", action: pathname }),
    };
  useSaid(data, undo || undefined);
}
