/** A guide is asked for nights, all in one email. `times`: how often they were asked for the first of them, this one included. */
export const shiftsAsked = (payload: { requestId: string; shiftIds: string[]; again: boolean; times: number }) =>
  ({ name: "shifts.asked", payload }) as const;

/** A night of a guide was moved, and they are asked again. `was`: when it was, in the city's time. */
export const shiftMoved = (payload: {
  shiftId: string;
  times: number;
  was: { date: string; start_time: string; end_time: string };
}) => ({ name: "shift.moved", payload }) as const;

/** A guide is not needed anymore: taken off the night, or the night was cancelled. */
export const shiftEnded = (payload: { shiftId: string; why: "withdrawn" | "cancelled" }) =>
  ({ name: "shift.ended", payload }) as const;
