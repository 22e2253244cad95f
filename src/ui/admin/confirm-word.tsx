import { TriangleAlert } from "#src/ui/lucide/icons.ts";
import { AdminField, AdminInput } from "./field.tsx";

/** The field `word` of a form whose consequences can't be undone: `label` says what to type to confirm it. */
export function ConfirmWord({ label, error }: { label: string; error?: string }) {
  return (
    <AdminField
      id="word"
      label={
        <span className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0 text-low-text" />
          <span>{label}</span>
        </span>
      }
      {...(error === undefined ? {} : { error })}
    >
      {(control) => (
        <AdminInput
          {...control}
          name="word"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono md:max-w-56"
        />
      )}
    </AdminField>
  );
}
