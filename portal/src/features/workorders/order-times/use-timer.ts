import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import {
  maxTimerMinutes,
  orderTimer,
  orderTimes,
  timerPath,
  workOrderTimes,
} from '#contract/workorders/order-times.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

const url = `/api/${timerPath}`;

/** A running clock. */
export type Timer = z.output<typeof orderTimer>;

/** What stops a clock: the order that it is seen on, and until when; now, unless it says so. */
interface Stop {
  readonly workOrderId: string;
  readonly endTime?: string;
}

/** The person's own clock: it runs on the server, so it survives any reload. One a person. */
export function useTimer() {
  const client = useQueryClient();
  const may = usePermission();
  const key = [...useKeyStart(), timerPath];
  const set = (timer: Timer | null) => client.setQueryData(key, timer);
  const enabled = may('comceptum.workordertimes.create');
  const timer = useAnswer([timerPath], url, orderTimer.nullable(), { enabled });
  // A clock that is stopped becomes hours.
  const invalidates = [workOrderTimes, orderTimes];
  // Another tab or device may have been first.
  const onError = () => void client.invalidateQueries({ queryKey: key });
  const start = useVerb({
    call: (workOrderId: string) => ({ url, body: { workOrderId } }),
    result: orderTimer,
    invalidates,
    onSuccess: set,
    onError,
  });
  const stop = useVerb({
    call: (body: Stop) => ({ url: `${url}/stop`, body }),
    invalidates,
    onSuccess: () => set(null),
    onError,
  });
  const discard = useVerb({
    call: () => ({ url, method: 'DELETE' }),
    invalidates,
    onSuccess: () => set(null),
    onError,
  });
  return { timer: timer.data ?? null, start, stop, discard };
}

/** The minutes that a clock has counted, while it is on screen; after ten hours it counts no further (§E8). */
export function useMinutesOf(timer: Timer | null): { readonly minutes: number; readonly needsEnd: boolean } {
  const [now, setNow] = useState(() => Date.now());
  const startedAt = timer?.startedAt;
  useEffect(() => {
    if (startedAt === undefined) return undefined;
    const interval = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(interval);
  }, [startedAt]);
  if (timer === null) return { minutes: 0, needsEnd: false };
  const minutes = (now - Date.parse(timer.startedAt)) / 60_000;
  if (timer.needsEnd || minutes > maxTimerMinutes) return { minutes: maxTimerMinutes, needsEnd: true };
  return { minutes, needsEnd: false };
}
