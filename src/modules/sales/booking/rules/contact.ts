/** Who booked and how they are reached, as a booking keeps it. */
export type Contact = { first_name: string; last_name: string; email: string; phone: string };

export const CONTACT_FIELDS = ["first_name", "last_name", "email", "phone"] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** The fields that a correction changes, in the order of the form. */
export const correctedFields = (before: Contact, after: Contact): ContactField[] =>
  CONTACT_FIELDS.filter((field) => before[field] !== after[field]);

/** A booking's contact as one text: a form states what it showed, so that it doesn't overwrite what somebody else corrected. */
export const contactAsShown = (contact: Contact): string => CONTACT_FIELDS.map((field) => contact[field]).join("\n");

/** Whether nothing says whose a booking was: its guest's data was deleted. */
export const isNobody = ({ first_name, email, phone }: Contact): boolean =>
  first_name === "" && email === "" && phone === "";

/** Whether two addresses are one: case is no difference. */
export const isSameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * Which address a guest's change of email has to be confirmed at first. The old one, whose reader may object: whoever has only the
 * link must not take a booking over. The new one alone where the old one can't answer, because there is none or a mail server
 * refuses it for good, and whoever asks is the one who booked (`isBooker`: by their browser or their account, not just by the link).
 */
export const confirmedFirst = (contact: { email: string; isRefused: boolean; isBooker: boolean }): "old" | "new" =>
  contact.isBooker && (contact.email === "" || contact.isRefused) ? "new" : "old";
