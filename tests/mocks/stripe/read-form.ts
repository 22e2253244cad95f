import { Refusal } from "#tests/mocks/stripe/refusal.ts";

export type Form = { [name: string]: string | Form };

/** Parses a form-encoded body or query as Stripe does: `a[b][0]=c` is `{ a: { b: ["c"] } }`. */
export function readForm(text: string): unknown {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) put(form, partsOf(name), value);
  return withLists(form);
}

function partsOf(name: string): string[] {
  const found = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!found) throw new Refusal(`Invalid parameter name: ${name}`, { code: "parameter_unknown", param: name });
  return [found[1]!, ...Array.from(found[2]!.matchAll(/\[([^[\]]*)\]/g), ([, part]) => part!)];
}

function put(form: Form, [first, ...rest]: string[], value: string): void {
  const name = first === "" ? String(Object.keys(form).length) : first!;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  const inner = form[name] ?? (form[name] = {});
  if (typeof inner === "string") throw new Refusal(`Invalid object: ${name}`, { param: name });
  put(inner, rest, value);
}

function withLists(form: string | Form): unknown {
  if (typeof form === "string") return form;
  const names = Object.keys(form);
  const isList = names.length > 0 && names.every((name, index) => name === String(index));
  const values = names.map((name) => withLists(form[name]!));
  return isList ? values : Object.fromEntries(names.map((name, index) => [name, values[index]]));
}
