import { useText } from "#src/locales/use-text.ts";
import { Lock } from "#src/ui/lucide/icons.ts";

/** Tells that the values shown come from the program's environment, and from which variables. */
export function SetElsewhere({ names }: { names: readonly string[] }) {
  const { t } = useText();
  return (
    <p className="flex gap-2 text-text-3">
      <Lock aria-hidden size={15} className="mt-0.5 shrink-0" />
      <span>
        {t("options.elsewhere")}{" "}
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 && ", "}
            <code className="font-mono text-text-2">{name}</code>
          </span>
        ))}
      </span>
    </p>
  );
}
