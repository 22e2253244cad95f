/** Guests of the demo bookings. All addresses are in reserved domains and all numbers are zeros. */
export type Guest = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  country: string;
  language: "en" | "es";
};

export const LUCIA: Guest = {
  firstName: "Lucía",
  lastName: "Demo",
  email: "lucia@ronda.test",
  phone: "+52 55 0000 0000",
  country: "MX",
  language: "es",
};

export const NAMES = ["Ana", "Ben", "Carla", "Diego", "Emma", "Felipe", "Grace", "Hugo", "Irma", "Jack", "Karla"];
export const COUNTRIES = ["MX", "US", "CA", "GB", "DE", "AR", "FR"];
const GROUP_SIZES = [2, 4, 3, 1, 2, 6, 2, 5];

/** Number of people of the seed's n-th booking. */
export const groupSize = (n: number): number => GROUP_SIZES[n % GROUP_SIZES.length]!;

/** The guest of the seed's n-th booking. */
export function guest(n: number): Guest {
  const firstName = NAMES[n % NAMES.length]!;
  const country = COUNTRIES[n % COUNTRIES.length]!;
  return {
    firstName,
    lastName: `Demo ${n + 1}`,
    email: `${firstName.toLowerCase()}.${n + 1}@guests.test`,
    phone: `+52 55 0000 ${String(n + 1).padStart(4, "0")}`,
    country,
    language: country === "MX" || country === "AR" ? "es" : "en",
  };
}
