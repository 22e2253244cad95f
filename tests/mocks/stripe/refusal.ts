type Details = { status?: number; type?: string; code?: string; param?: string; decline_code?: string };

/** A Stripe error response: https://docs.stripe.com/api/errors. */
export class Refusal extends Error {
  readonly details: Details;
  constructor(message: string, details: Details = {}) {
    super(message);
    this.details = details;
  }

  get status(): number {
    return this.details.status ?? 400;
  }

  body(): object {
    const { status: _, type = "invalid_request_error", ...named } = this.details;
    return { error: { type, message: this.message, ...named } };
  }
}

/** A 404 for an unknown id. */
export const missing = (kind: string, id: string) =>
  new Refusal(`No such ${kind}: '${id}'`, { status: 404, code: "resource_missing", param: "id" });
