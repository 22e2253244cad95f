import { useText } from "#src/locales/use-text.ts";
import { ACTION_WORDS } from "#src/modules/base/audit/rules/action-words.ts";

/** The label of an audit action; without one, its name. */
export function useActionWords(): (action: string) => string {
  const { t } = useText();
  return (action) => {
    const id = ACTION_WORDS[action];
    return id ? t(id) : action;
  };
}
