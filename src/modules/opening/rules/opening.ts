/** The steps from an empty installation to the first booking, in order. */
export const STEPS = ["company", "money", "city", "crawl", "nights", "payments", "trial", "open"] as const;
export type Step = (typeof STEPS)[number];

/** Without these there is nothing that could be sold. */
export const REQUIRED = ["city", "crawl", "nights"] as const satisfies readonly Step[];
export type Required = (typeof REQUIRED)[number];

/** What must be there before a step can be done. */
const AFTER: Readonly<Record<Step, readonly Step[]>> = {
  company: [],
  money: [],
  city: [],
  crawl: ["city"],
  nights: ["crawl"],
  payments: [],
  trial: ["nights"],
  open: REQUIRED,
};

/**
 * A step's state: `next` is the one to do now, `ready` can be done as well, `later` waits for another. Nothing of it is stored:
 * whoever leaves the page finds it as their data are.
 */
export type StepState = "done" | "next" | "ready" | "later";

/** What the steps are told from. */
export type Facts = {
  /** The seller on receipts; `name` is empty while nobody has set one. */
  company: { name: string; rfc: string; address: string };
  /** The currencies that guests can pay in, and how many days old the rates are. */
  money: { currencies: number; ratesAge: number };
  cities: number;
  /** Crawls that guests see. */
  crawls: number;
  /** Nights of these that can be booked once the site is open. */
  nights: number;
  /** Whether a payment company has its keys, or payments are live and guests pay by hand. */
  hasProvider: boolean;
  /** Whether anybody, staff included, has a confirmed booking. */
  hasBooking: boolean;
  isOpen: boolean;
};

/** Rates older than this are worth a look. */
const RATES_DAYS = 30;

/** Which steps are done. */
const done = (facts: Facts): Record<Step, boolean> => ({
  company: facts.company.name !== "" && facts.company.address !== "",
  money: facts.money.currencies > 0 && facts.money.ratesAge <= RATES_DAYS,
  city: facts.cities > 0,
  crawl: facts.crawls > 0,
  nights: facts.nights > 0,
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
export const missing = (facts: Pick<Facts, "cities" | "crawls" | "nights">): Required[] =>
  REQUIRED.filter((step) => ({ city: facts.cities, crawl: facts.crawls, nights: facts.nights })[step] === 0);

/** The steps that aren't required and not done: the site may open without them, but whoever opens it should know. */
export const leftOut = (states: Record<Step, StepState>): Step[] =>
  STEPS.filter((step) => step !== "open" && states[step] !== "done" && !(REQUIRED as readonly Step[]).includes(step));
