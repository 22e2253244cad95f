import { randomUUID } from "node:crypto";
import http from "node:http";
import pg from "pg";

// The floor: bare node:http and pg doing the minimum for the same two calls, on plain tables in the same PostgreSQL. No prices,
// checks, idempotency or history: what remains is HTTP, JSON and one durable commit.

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]!, max: 10 });
const TABLES = `
  create table nights (id int primary key, date date, start_time text, end_time text, starts_at timestamptz, total_spots int not null,
    available_spots int not null check (available_spots >= 0), price int, sale_price int, bookings_disabled boolean, link text);
  create table bookings (id uuid primary key, night int not null references nights, name text not null, email text not null,
    people int not null, total int not null, created_at timestamptz not null default now());
  insert into nights select n, current_date + n, '20:00', '00:30', now() + n * interval '1 day', 10000000, 10000000, 2000, null, false, null
    from generate_series(1, 90) n;`;

const AVAILABILITY = { name: "nights", text: "select * from nights where id between 1 and $1 order by date" };
const TAKE = {
  name: "take",
  text: `with seats as (update nights set available_spots = available_spots - $3 where id = $2 and available_spots >= $3 returning id)
    insert into bookings (id, night, name, email, people, total) select $1, id, $4, $5, $3, $6 from seats returning id`,
};

const SEATS = {
  name: "seats",
  text: "update nights set available_spots = available_spots - $2 where id = $1 and available_spots >= $2 returning id",
};
const BOOK = {
  name: "book",
  text: "insert into bookings (id, night, name, email, people, total) values ($1, $2, $3, $4, $5, $6) returning id",
};

async function answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
  const send = (status: number, body: unknown) =>
    res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (req.method === "GET") {
    const { rows } = await pool.query({ ...AVAILABILITY, values: [Number(process.env["ROWS"])] });
    return void send(200, rows);
  }
  let text = "";
  for await (const chunk of req) text += chunk;
  const { scheduled_crawl_id: night, customer, number_of_people: people } = JSON.parse(text) as FloorInput;
  const values = [randomUUID(), Number(night), people, customer.first_name, customer.email, people * 40_000];
  const hold = req.url === "/transaction" ? await transaction(values) : (await pool.query({ ...TAKE, values })).rows;
  send(hold.length ? 201 : 409, hold[0] ?? {});
}

/** The same in four statements, as it is usually written. */
async function transaction([id, night, people, name, email, total]: (string | number)[]): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const seats = await client.query({ ...SEATS, values: [night, people] });
    const { rows } = seats.rows.length
      ? await client.query({ ...BOOK, values: [id, night, name, email, people, total] })
      : seats;
    await client.query("commit");
    return rows;
  } finally {
    client.release();
  }
}
type FloorInput = {
  scheduled_crawl_id: string;
  number_of_people: number;
  customer: { first_name: string; email: string };
};

await pool.query(TABLES);
http
  .createServer((req, res) => void answer(req, res).catch((error: Error) => res.writeHead(500).end(error.message)))
  .listen(Number(process.env["PORT"]), () => console.log("ready"));
