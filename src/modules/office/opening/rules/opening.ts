/** The steps from an empty installation to the first booking, in order. */
export const STEPS = [
  "brand",
  "company",
  "money",
  "city",
  "crawl",
  "nights",
  "home",
  "mail",
  "payments",
  "trial",
  "open",
] as const;
export type Step = (typeof STEPS)[number];

/** Without these there is nothing that could be sold, or nobody who sells it: a contract and a privacy notice name who that is. */
export const REQUIRED = ["brand", "company", "city", "crawl", "nights"] as const satisfies readonly Step[];
export type Required = (typeof REQUIRED)[number];

/** What must be there before a step can be done. */
const AFTER: Readonly<Record<Step, readonly Step[]>> = {
  brand: [],
  company: [],
  money: [],
  city: [],
  crawl: ["city"],
  nights: ["crawl"],
  home: [],
  mail: [],
  payments: [],
  trial: ["nights"],
  open: REQUIRED,
};

/**
 * A step's state: `next` is the one to do now, `ready` can be done as well, `later` waits for another. Nothing of it is stored:
 * whoever leaves the page finds it as their data are.
 */
export type StepState = "done" | "next" | "ready" | "later";

/** The data from which the state of the steps is derived. */
export type Facts = {
  /** How many of the names that the product was shipped with nobody has changed or confirmed. */
  brand: { shipped: number };
  /** The seller on receipts; `name` is empty while nobody has set one. */
  company: { name: string; rfc: string; address: string };
  /** The currencies that guests can pay in, and how many days old the rates are. */
  money: { currencies: number; ratesAge: number };
  cities: number;
  /** Crawls that guests see. */
  crawls: number;
  /** Nights of these that can be booked once the site is open. */
  nights: number;
  /** Whether what the home page says first is the operator's own text, or fits the cities that there are. */
  home: { fits: boolean };
  /** Whether a mail server is set, the sender is the operator's own, and an email to try it has arrived there. */
  mail: { server: boolean; own: boolean; tried: boolean };
  /** Whether a payment company has its keys, or payments are live and guests pay by hand. */
  hasProvider: boolean;
  /** Whether anybody, staff included, has a confirmed booking. */
  hasBooking: boolean;
  isOpen: boolean;
};

/** Rates older than this are worth a look. */
export const RATES_DAYS = 30;

/** The settings that every operator has to say, because the product's own stand there until then. */
export const SHIPPED = ["brand_name", "founded_year", "reference_prefix"] as const;
export type Shipped = (typeof SHIPPED)[number];

/** The sender of a new installation, and every other of the addresses that no mail server serves. */
export const isOwnSender = (from: string): boolean =>
  !/@([^\s@]+\.)?(test|example|invalid|localhost)>?\s*$/i.test(from);

/** Whether the shipped text of the home page, which is about this city, is true where there are these. */
export const fitsShippedText = (cities: readonly string[]): boolean =>
  cities.some((city) => /^(mexico city|ciudad de m[ée]xico|cdmx)$/i.test(city.trim()));

/** Which steps are done. */
const done = (facts: Facts): Record<Step, boolean> => ({
  brand: facts.brand.shipped === 0,
  company: facts.company.name !== "" && facts.company.address !== "",
  money: facts.money.currencies > 0 && facts.money.ratesAge <= RATES_DAYS,
  city: facts.cities > 0,
  crawl: facts.crawls > 0,
  nights: facts.nights > 0,
  home: facts.home.fits,
  mail: facts.mail.server && facts.mail.own && facts.mail.tried,
  payments: facts.hasProvider,
  trial: facts.hasBooking,
  open: facts.isOpen,
});

/** The state of every step: the first that isn't done and waits for nothing is the next. */
export function stepStates(facts: Facts): Record<Step, StepState> {
  const isDone = done(facts);
  const canBeDone = (step: Step) => !isDone[step] && AFTER[step].every((other) => isDone[other]);
  const next = STEPS.find(canBeDone);
  const stateOf = (step: Step): StepState => {
    if (isDone[step]) return "done";
    if (step === next) return "next";
    return canBeDone(step) ? "ready" : "later";
  };
  return Object.fromEntries(STEPS.map((step) => [step, stateOf(step)])) as Record<Step, StepState>;
}

/** The required steps that keep the site from opening; none when it may. */
export function missing(facts: Pick<Facts, "brand" | "company" | "cities" | "crawls" | "nights">): Required[] {
  const isDone: Record<Required, boolean> = {
    brand: facts.brand.shipped === 0,
    company: facts.company.name !== "" && facts.company.address !== "",
    city: facts.cities > 0,
    crawl: facts.crawls > 0,
    nights: facts.nights > 0,
  };
  return REQUIRED.filter((step) => !isDone[step]);
}

/** The steps that aren't required and not done: the site may open without them, but whoever opens it should know. */
export const leftOut = (states: Record<Step, StepState>): Step[] =>
  STEPS.filter((step) => step !== "open" && states[step] !== "done" && !(REQUIRED as readonly Step[]).includes(step));
