import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { orderTimer, workOrderTimes } from '#contract/workorders/order-times.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

const path = 'comceptum/timer';
const url = `/api/${path}`;

/** The person's own clock: it runs on the server, so it survives any reload. One a person. */
export function useTimer() {
  const client = useQueryClient();
  const may = usePermission();
  const key = [...useKeyStart(), path];
  const set = (timer: z.output<typeof orderTimer> | null) => client.setQueryData(key, timer);
  const enabled = may('comceptum.workordertimes.create');
  const timer = useAnswer([path], url, orderTimer.nullable(), { enabled });
  // A clock that is stopped becomes hours.
  const invalidates = [workOrderTimes];
  const start = useVerb({
    call: (workOrderId: string) => ({ url, body: { workOrderId } }),
    result: orderTimer,
    invalidates,
    onSuccess: set,
  });
  const stop = useVerb({ call: () => ({ url: `${url}/stop` }), invalidates, onSuccess: () => set(null) });
  const discard = useVerb({
    call: () => ({ url, method: 'DELETE' }),
    invalidates,
    onSuccess: () => set(null),
  });
  return { timer: timer.data ?? null, start, stop, discard };
}

/** Minutes since a moment, counting on while it is on screen. */
export function useMinutesSince(startedAt: string | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (startedAt === undefined) return undefined;
    const interval = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(interval);
  }, [startedAt]);
  return startedAt === undefined ? 0 : (now - Date.parse(startedAt)) / 60_000;
}
