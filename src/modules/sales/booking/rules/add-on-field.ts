// apart from the checkout's form, of which "Manage your booking" needs nothing else before a touch

const ADD_ON = "add_on:";
/** The name of an add-on's control in a form. */
export const addOnField = (id: string): `${typeof ADD_ON}${string}` => `${ADD_ON}${id}`;

const isNone = (quantity: string): boolean => /^[\s0]*$/.test(quantity);

/**
 * What is typed into the controls of add-ons; what is no text is empty. As many as the form has: an operator may offer more than a
 * booking may have, and `ChosenAddOns` limits those that are wanted.
 */
export const addOnsTyped = (fields: Iterable<[string, unknown]>): { id: string; quantity: string }[] =>
  [...fields]
    .filter(([field]) => field.startsWith(ADD_ON))
    .map(([field, typed]) => ({ id: field.slice(ADD_ON.length), quantity: typeof typed === "string" ? typed : "" }));

/** The same without those of which none is wanted. */
export const addOnsWanted = (fields: Iterable<[string, unknown]>): { id: string; quantity: string }[] =>
  addOnsTyped(fields).filter(({ quantity }) => !isNone(quantity));

/** A posted form as an object, in which `add_ons` are its wishes for add-ons as `CreateBooking` takes them; not there where it has none. */
export function fieldsWithAddOns(form: Iterable<[string, unknown]>): Record<string, unknown> {
  const entries = [...form];
  const wishes = addOnsWanted(entries).map(({ id, quantity }) => ({ id, quantity: Number(quantity) }));
  const others = entries.filter(([field]) => !field.startsWith(ADD_ON));
  return { ...Object.fromEntries(others), ...(wishes.length > 0 && { add_ons: wishes }) };
}
