import { randomUUID } from "node:crypto";
import http from "node:http";
import pg from "pg";

// The floor of accepting a message: bare node:http answers 200 after one durable insert. No signature, job or checks.

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]!, max: 10 });
await pool.query("create table messages (id uuid primary key, body text not null)");
const INSERT = { name: "keep", text: "insert into messages (id, body) values ($1, $2)" };

const server = http.createServer(async (req, res) => {
  let body = "";
  for await (const chunk of req) body += chunk;
  await pool.query({ ...INSERT, values: [randomUUID(), body] });
  res.writeHead(200).end();
});
server.listen(Number(process.env["PORT"]), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
