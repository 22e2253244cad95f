/** The companies that charge online, in the order in which they are named. A new one is added here, in `money/` and in `wiring.ts`. */
export const COMPANIES = ["stripe", "paypal"] as const;
export type Company = (typeof COMPANIES)[number];

const NAMES: Readonly<Record<Company, string>> = { stripe: "Stripe", paypal: "PayPal" };
const isCompany = (name: string): name is Company => COMPANIES.some((one) => one === name);

/** A company's name as it spells it, in no catalogue because it isn't translated; anything else is returned unchanged. */
export const companyName = (name: string): string => (isCompany(name) ? NAMES[name] : name);

/** Who receives guests' money without being a company: staff and partners' desks; nobody where it is practice, or nothing to pay. */
export const OTHER_PROVIDERS = ["cash", "transfer", "invoice", "hostel", "sandbox", "free"] as const;

/** Who receives guests' money for us. */
export const MONEY_PROVIDERS = [...COMPANIES, ...OTHER_PROVIDERS] as const;
