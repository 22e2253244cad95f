import { AdminInput } from "#src/ui/admin/field.tsx";
import type { ControlProps } from "#src/ui/field.tsx";

type TagInputProps = {
  control: ControlProps;
  /** The tags to choose from; others can be typed. */
  existing: readonly string[];
  value: string;
  onValue: (value: string) => void;
};

/** The name of a tag, with those in use as suggestions. */
export function TagInput({ control, existing, value, onValue }: TagInputProps) {
  const list = `${control.id}-known`;
  return (
    <>
      <AdminInput
        {...control}
        list={list}
        maxLength={30}
        autoComplete="off"
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      <datalist id={list}>
        {existing.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
    </>
  );
}
