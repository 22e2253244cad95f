import { isUuid } from "#src/kernel/codes.ts";
import { ok } from "#src/kernel/result.ts";
import { octoEndpoint } from "#src/octo/endpoint.ts";
import { choiceOf, nightsOf, writtenFor } from "#src/octo/read-catalogue.ts";
import { AvailabilityBody, CalendarBody } from "#src/octo/shapes.ts";
import { availabilityOf, calendarOf } from "#src/octo/write-availability.ts";

export const availability = [
  octoEndpoint({
    method: "post",
    path: "/octo/availability",
    body: AvailabilityBody,
    handle: async (ctx, { capabilities, body }) => {
      const choice = await choiceOf(ctx, capabilities, body);
      if (!choice.ok) return choice;
      const { product, people } = choice;
      const { ids, from, to } = body;
      // an id that is none of ours belongs to no night: what is left of a list is answered
      const which = ids === null ? { from: from!, to: to! } : { ids: ids.filter(isUuid) };
      const [nights, written] = await Promise.all([
        nightsOf(ctx, product, { ...which, people }),
        writtenFor(ctx, capabilities, people),
      ]);
      return ok({ answer: nights.map((night) => availabilityOf(night, written)) });
    },
  }),
  octoEndpoint({
    method: "post",
    path: "/octo/availability/calendar",
    body: CalendarBody,
    handle: async (ctx, { capabilities, body }) => {
      const choice = await choiceOf(ctx, capabilities, body);
      if (!choice.ok) return choice;
      const { product, people } = choice;
      const { localDateStart: from, localDateEnd: to } = body;
      const [nights, written] = await Promise.all([
        nightsOf(ctx, product, { from, to, people }),
        writtenFor(ctx, capabilities, people),
      ]);
      return ok({ answer: calendarOf(nights, from, to, written) });
    },
  }),
];
