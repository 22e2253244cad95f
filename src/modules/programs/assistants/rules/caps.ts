/** For how long an assistant keeps places at most, in minutes: its guest opens the link now, or books without it. */
export const HOLD_MINUTES = 15;

/** Unpaid places that all assistants keep at a moment, and those of one program of that name. */
const MOST_OF_ALL = 200;
const MOST_OF_CLIENT = 60;

/** Of one night they keep a quarter, however many there are, and enough for a small party of a small night. */
const mostOfNight = (seats: number): number => Math.max(4, Math.floor(seats / 4));

/** Unpaid places that assistants keep: on the night, by the program, altogether; and the seats of the night. */
export type PlacesKept = { night: number; client: number; all: number; seats: number };

/** Whether assistants would keep too many places with `people` more: a flood of them leaves most of every night to everybody else. */
export const isTooMuch = ({ night, client, all, seats }: PlacesKept, people: number): boolean =>
  night + people > mostOfNight(seats) || client + people > MOST_OF_CLIENT || all + people > MOST_OF_ALL;
