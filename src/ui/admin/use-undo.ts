import { useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { type Flash, useFlash } from "./use-flash.ts";

/** The result of an action on one record. */
type RecordAct = { intent: string; id: string } & Partial<Flash>;
type Asking = {
  data?: RecordAct | undefined;
  submit: (what: { intent: string; id: string }, how: { method: "post"; action: string }) => Promise<void>;
};

/** Shows the flash of an action on a record, and offers undo where its intent has an opposite. */
export function useUndo({ data, submit }: Asking, opposites: Readonly<Record<string, string>>): void {
  const { t } = useText();
  const { pathname } = useLocation();
  const intent = data && !data.bad ? opposites[data.intent] : undefined;
  const undo = data &&
    intent && {
      label: t("admin.undo"),
      act: () => void submit({ intent, id: data.id }, { method: "post", action: pathname }),
    };
  useFlash(data, undo || undefined);
}
