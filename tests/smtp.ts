import { SMTPServer } from "smtp-server";

/** A mail server that accepts everything, or refuses every sender with a code. Recipients land in `received`. Returns its end. */
export async function startSmtp(port: number, received: string[], refusal?: number): Promise<() => Promise<void>> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom: (_address, _session, done) =>
      done(refusal ? Object.assign(new Error("not now"), { responseCode: refusal }) : null),
    onData: (stream, session, done) => {
      stream.resume();
      stream.on("end", () => {
        for (const { address } of session.envelope.rcptTo) received.push(address);
        done();
      });
    },
  });
  smtp.on("error", () => {}); // a client that was killed
  await new Promise<void>((ready) => smtp.listen(port, "127.0.0.1", ready));
  return () => new Promise((closed) => smtp.close(closed));
}
