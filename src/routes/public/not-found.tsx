/** Every unknown path: thrown inside the language's tree, so that the page has its language, header and footer. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
