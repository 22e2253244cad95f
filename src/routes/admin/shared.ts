import { data, isRouteErrorResponse } from "react-router";

type Asked<T> = { request: Request; serverAction: () => Promise<T> };

/** An action of which nothing that was typed is lost, by whatever mistake of ours or of the line: then `failed` answers the form. */
export async function keepFormValues<T, F>({ request, serverAction }: Asked<T>, failed: (form: FormData) => F) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    // with this status nothing is read again, which would fail as well
    return data(failed(form), { status: 503 });
  }
}
