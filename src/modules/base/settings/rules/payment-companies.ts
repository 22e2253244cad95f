import { MANUAL_HOLDERS, PAY_METHODS, type PayMethod } from "#src/kernel/pay-method.ts";

/**
 * `title`: its name as it spells it, in no catalogue because it isn't translated. `methods`: the ways to pay that go there.
 * `paysOut`: whether it sends what it has taken to the bank by itself, or keeps it until its owner transfers it.
 */
type Row = { name: string; title: string; methods: readonly PayMethod[]; paysOut: "by_itself" | "by_owner" };

/**
 * The companies that charge online, in the order in which they are named, with what everybody else knows of them: outside its own
 * module nobody says a company's name (docs/decisions/206). A new one is a row here, a module in `money/`, its keys in the
 * environment and a line in `wiring.ts`.
 */
const ROWS = [
  {
    name: "stripe",
    title: "Stripe",
    methods: ["card", "apple_pay", "google_pay", "oxxo", "spei"],
    paysOut: "by_itself",
  },
  { name: "paypal", title: "PayPal", methods: ["paypal"], paysOut: "by_owner" },
] as const satisfies readonly Row[];

export type Company = (typeof ROWS)[number]["name"];
export const COMPANIES: readonly Company[] = ROWS.map(({ name }) => name);

const rowOf = (name: string): Row | undefined => ROWS.find((row) => row.name === name);

export const isCompany = (name: string): name is Company => rowOf(name) !== undefined;

/** A company's name as it spells it; anything else is returned unchanged. */
export const companyName = (name: string): string => rowOf(name)?.title ?? name;

/** The name of a company, real or simulated, that answers our calls. */
export const providerTitle = (name: string): string => (name === SIMULATION ? "Sandbox" : companyName(name));

/** Whether a company keeps what it has taken until its owner transfers it. */
export const paysOutByOwner = (name: string): boolean => rowOf(name)?.paysOut === "by_owner";

/** The simulated company, which takes every way to pay and moves no money: its name, and where its pages and its API begin. */
export const SIMULATION = "sandbox";
export const SIMULATION_PAGES = "/sandbox";
export const SIMULATION_API = "/sandbox/api";

/** Each way to pay online, with the providers that take it in order of preference: the simulation where no company is configured. */
export const METHOD_PROVIDERS: readonly { method: PayMethod; providers: readonly (Company | typeof SIMULATION)[] }[] =
  PAY_METHODS.filter((method) => method !== "free").map((method) => ({
    method,
    providers: [...companiesOf(method), SIMULATION],
  }));

function companiesOf(method: PayMethod): Company[] {
  return COMPANIES.filter((name) => rowOf(name)?.methods.includes(method));
}

/** The name of the company that a way to pay goes to, for texts about it. */
export const companyOf = (method: PayMethod): string => companiesOf(method).map(companyName).join(", ");

/** Who receives guests' money without being a company: staff and partners' desks; nobody where it is practice, or nothing to pay. */
export const OTHER_PROVIDERS = [...MANUAL_HOLDERS, SIMULATION, "free"] as const;

/** Who receives guests' money for us. */
export const MONEY_PROVIDERS = [...COMPANIES, ...OTHER_PROVIDERS] as const;

/** Whether a provider takes a way to pay. */
export const takes = (provider: string, method: PayMethod): boolean =>
  METHOD_PROVIDERS.some((one) => one.method === method && one.providers.some((name) => name === provider));
