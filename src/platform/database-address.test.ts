import { expect, test } from "vitest";
import { asksForWrites, hostsOf } from "#src/platform/database-address.ts";

test.each([
  ["postgres://u:p@db.example:5432/ronda", ["postgres://u:p@db.example:5432/ronda"]],
  ["postgresql://db.example", ["postgresql://db.example"]],
  [
    "postgres://u:p%40x@a.example:5432,b.example:5433/ronda?sslmode=require&target_session_attrs=read-write",
    [
      "postgres://u:p%40x@a.example:5432/ronda?sslmode=require",
      "postgres://u:p%40x@b.example:5433/ronda?sslmode=require",
    ],
  ],
  [
    "postgres://u@a.example,b.example,[::1]:6432/ronda",
    ["postgres://u@a.example/ronda", "postgres://u@b.example/ronda", "postgres://u@[::1]:6432/ronda"],
  ],
  ["postgres://u@a.example,/ronda", null],
  ["postgres://u@a.example:port/ronda", null],
  ["postgres:///ronda?host=/run/postgresql", ["postgres:///ronda?host=/run/postgresql"]],
  ["mysql://x", null],
  ["nonsense", null],
])("%s leads to %o", (address, hosts) => expect(hostsOf(address)).toEqual(hosts));

test.each([
  ["postgres://a/x", true],
  ["postgres://a/x?target_session_attrs=read-write", true],
  ["postgres://a/x?sslmode=require&target_session_attrs=primary", true],
  ["postgres://a/x?target_session_attrs=standby", false],
  ["postgres://a/x?target_session_attrs=prefer-standby", false],
])("%s asks for a server that takes writes: %s", (address, is) => expect(asksForWrites(address)).toBe(is));
