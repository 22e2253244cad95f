import checkout from "./checkout.json";
import common from "./common.json";
import confirmation from "./confirmation.json";
import errors from "./errors.json";
import home from "./home.json";
import sandbox from "./sandbox.json";

export default { ...common, ...home, ...checkout, ...confirmation, ...errors, ...sandbox };
