// apart from the checkout's form, of which "Manage your booking" needs nothing else before a touch

const ADD_ON = "add_on:";
/** The name of an add-on's control in a form. */
export const addOnField = (id: string): string => `${ADD_ON}${id}`;

/** What is typed into the controls of add-ons; what is no text is empty. */
export const addOnsTyped = (fields: Iterable<[string, unknown]>): { id: string; quantity: string }[] =>
  [...fields]
    .filter(([field]) => field.startsWith(ADD_ON))
    .map(([field, typed]) => ({ id: field.slice(ADD_ON.length), quantity: typeof typed === "string" ? typed : "" }))
    .slice(0, 50);
