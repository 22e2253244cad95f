/** The digits of a stored number without its extension. */
export const phoneDigits = (phone: string): string => withoutExtension(phone).replaceAll(/\D/g, "");

/** The link with which a phone dials a number: `tel:+442079460958;ext=12`. */
export function telLink(phone: string): string {
  const [, extension] = / ext\. (\d+)$/.exec(phone) ?? [];
  return `tel:${withoutExtension(phone).replaceAll(/[^+\d]/g, "")}${extension === undefined ? "" : `;ext=${extension}`}`;
}

const withoutExtension = (phone: string): string => phone.replace(/ ext\. \d+$/, "");
