// What a host calls. The rules are in `rules.ts`.

import { begin, finish, tick } from "matchday";
import { match as form } from "../rules";

export function match(): i32 {
  begin();
  form(tick);
  return finish();
}
