import { useState } from 'react';
import { useSessionState } from './session.tsx';

/** A switch that is on until somebody turns it off; remembered per person, in this browser, by its name. */
export function useSwitch(name: string): readonly [isOn: boolean, set: (on: boolean) => void] {
  const key = `balie.${name}.${useSessionState().user.id}`;
  const [isOn, setOn] = useState(() => localStorage.getItem(key) !== 'off');
  return [
    isOn,
    (on) => {
      if (on) localStorage.removeItem(key);
      else localStorage.setItem(key, 'off');
      setOn(on);
    },
  ];
}
