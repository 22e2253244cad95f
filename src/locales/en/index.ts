import login from "./login.json";
import calendar from "./calendar.json";
import checkout from "./checkout.json";
import common from "./common.json";
import confirmation from "./confirmation.json";
import consent from "./consent.json";
import errors from "./errors.json";
import home from "./home.json";
import mailbox from "./mailbox.json";
import sandbox from "./sandbox.json";
import site from "./site.json";

export default {
  ...login,
  ...common,
  ...site,
  ...home,
  ...calendar,
  ...checkout,
  ...confirmation,
  ...consent,
  ...errors,
  ...mailbox,
  ...sandbox,
};
