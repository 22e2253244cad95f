/**
 * What people typed into the fields of a form, unvalidated. A field that is missing, or holds a file, counts as empty. Browsers post
 * line breaks as CR LF.
 */
export const textsOf = <Name extends string>(form: FormData, names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, textIn(form.get(name))])) as Record<Name, string>;

const textIn = (value: FormDataEntryValue | null) => (typeof value === "string" ? value.replaceAll("\r\n", "\n") : "");
