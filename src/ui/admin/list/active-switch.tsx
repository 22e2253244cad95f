import { type useFetcher, useLocation } from "react-router";
import { AdminSwitch } from "../switch.tsx";

type ActiveSwitchProps = {
  id: string;
  label: string;
  isActive: boolean;
  mayChange: boolean;
  act: Pick<ReturnType<typeof useFetcher>, "formData" | "submit">;
};

/** Switches a record of a list on and off (intent `switch`), and shows at once what was asked. */
export function ActiveSwitch({ id, label, isActive, mayChange, act }: ActiveSwitchProps) {
  const { pathname } = useLocation();
  const form = act.formData?.get("id") === id && act.formData.get("intent") === "switch" ? act.formData : null;
  const isOn = form ? form.get("active") === "true" : isActive;
  const toggle = () =>
    void act.submit({ intent: "switch", id, active: String(!isOn) }, { method: "post", action: pathname });
  return (
    <AdminSwitch label={label} checked={isOn} disabled={!mayChange} onChange={toggle} className="z-1 align-middle" />
  );
}
