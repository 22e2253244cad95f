import { isRouteErrorResponse } from "react-router";

/**
 * Whether what was thrown while a form was sent is the server's answer to it. "Too busy" (503) is none: like a server that can't
 * be reached it is said beside the form, which keeps what was typed.
 */
export const serverAnswered = (error: unknown): boolean =>
  error instanceof Response || (isRouteErrorResponse(error) && error.status !== 503);
