import { customerList } from "#src/modules/office/customers/queries.server.ts";
import { CUSTOMER_LIST } from "#src/modules/office/customers/rules/customer-list.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/customers";
import Customers from "#src/modules/office/customers/admin/customers-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = CUSTOMER_LIST.read(new URL(request.url).searchParams);
  const page = await customerList(await staffContext(context), query);
  if (!page.ok) throw refused(page);
  return { ...page, query };
}

export default Customers;
