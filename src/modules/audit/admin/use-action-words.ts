import { useText } from "#src/locales/use-text.ts";
import { ACTION_WORDS } from "#src/modules/audit/rules/action-words.ts";

/** What an action of the log is called; one that has no words is called by its name. */
export function useActionWords(): (action: string) => string {
  const { t } = useText();
  return (action) => {
    const id = ACTION_WORDS[action];
    return id ? t(id) : action;
  };
}
