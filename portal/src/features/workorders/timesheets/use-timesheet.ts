import { useState } from 'react';
import { z } from 'zod';
import { orderTimes } from '#contract/workorders/order-times.ts';
import { copiedWeek, timesheet, timesheetPeople, timesheets } from '#contract/workorders/timesheets.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { widestScope } from '#contract/permissions.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import type { OrderRow } from '../work-orders/order.ts';
import { readPreference, writePreference } from '../work-orders/preference.ts';
import type { SheetOrder } from './timesheet.rules.ts';

const url = `/api/${timesheets.path}`;

/** The week of a person; null for one's own. Changes of hours make it old. */
export function useTimesheet(personId: string | null, startDate: string) {
  return useAnswer(
    [orderTimes.path, 'timesheet', personId, startDate],
    `${url}/${personId ?? 'own'}?startDate=${startDate}`,
    timesheet,
  );
}

/** The people whose weeks one may see; undefined while they load, and without the permission. */
export function usePeople() {
  const may = usePermission();
  const enabled = may('comceptum.timesheets.read');
  return useAnswer([orderTimes.path, 'people'], `${url}/people`, timesheetPeople, { enabled }).data;
}

/** Copies the hours of the week before. */
export function useCopyWeek() {
  return useVerb({
    call: (body: {
      readonly startDate: string;
      readonly workOrderIds: readonly string[];
      readonly userId: string | null;
    }) => ({ url: `${url}/copy-week`, body }),
    result: copiedWeek,
    invalidates: [orderTimes],
  });
}

/** Whether one may write and delete hours: one's own by any scope, those of others by that of the company (§E8). */
export function useMayWrite(isOwn: boolean) {
  const { permissions } = useSessionState();
  const reaches = (verb: string) => {
    const scope = widestScope(permissions, `comceptum.workordertimes.${verb}`);
    return scope !== null && (isOwn || scope !== 'user');
  };
  return {
    create: reaches('create') && (isOwn || reaches('update')),
    update: reaches('update'),
    remove: reaches('delete'),
  };
}

/** An order as a week shows it. */
export function sheetOrderOf({ id, yearNumber, reference, customerRelation, status }: OrderRow): SheetOrder {
  return {
    id,
    yearNumber,
    reference,
    relationName: customerRelation?.name ?? '',
    isInvoiced: status === 6,
  };
}

const maxWeeks = 3;
const maxOrders = 20;
const weekRows = z.string().regex(/^\d{4}-\d\d-\d\d$/);

/**
 * Orders that stand in a week without hours yet. This browser remembers their ids, of the last weeks only (§J9); hours
 * make the row of an order last.
 */
export function useAddedOrders(
  monday: string,
): readonly [readonly SheetOrder[], (ids: readonly string[]) => void] {
  const [stored, setStored] = useState(() => readPreference('timesheets'));
  const ids = stored[monday]?.split('.').filter(Boolean) ?? [];
  const may = usePermission();
  const found = useAllRows(
    workOrders,
    {},
    { filter: ids.map((id) => `id eq '${id}'`).join(' or ') },
    { enabled: ids.length > 0 && may('comceptum.workorders.read') },
  );
  function add(more: readonly string[]) {
    const weeks = Object.entries({
      ...readPreference('timesheets'),
      [monday]: [...new Set([...ids, ...more])].slice(-maxOrders).join('.'),
    }).filter(([week]) => weekRows.safeParse(week).success);
    const kept = Object.fromEntries(
      weeks.toSorted(([one], [other]) => one.localeCompare(other)).slice(-maxWeeks),
    );
    writePreference('timesheets', kept);
    setStored(kept);
  }
  return [ids.length === 0 ? [] : (found.data ?? []).map(sheetOrderOf), add];
}

const { useList } = resourceHooks(workOrders);
const maxFound = 20;

/** The orders that hours can be written on, by words; invoiced ones are not among them. */
export function useOpenOrders(words: string) {
  const found = useList({ top: maxFound, orderBy: 'number desc', query: words, count: false }, {});
  return { orders: (found.data?.result ?? []).map(sheetOrderOf), isLoading: found.isFetching };
}
