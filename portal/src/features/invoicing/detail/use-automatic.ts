import { useState } from 'react';
import { useSessionState } from '#portal/kit/data/session.tsx';

/** Whether approving goes on to the next invoice by itself: on unless switched off, per person, in this browser (§C12). */
export function useAutomatic(): readonly [isOn: boolean, set: (on: boolean) => void] {
  const key = `balie.automatic.${useSessionState().user.id}`;
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
