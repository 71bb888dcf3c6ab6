import { CarpetOrderStatus, productionDays } from '#contract/carpetline/orders.ts';
import { addDays, daysBetween } from '#contract/dates.ts';
import { addWorkingDays, isWorkingDay } from '#contract/working-days.ts';

/** When a carpet that came in on this day is delivered (§F2). */
export function deliveryDateOf(receivedDate: string, closingDays: ReadonlySet<string>): string {
  return addWorkingDays(receivedDate, productionDays, closingDays);
}

/** Working days from today to a day, today not counted; negative when the day has passed. */
export function workingDaysLeft(today: string, day: string, closingDays: ReadonlySet<string>): number {
  const distance = daysBetween(today, day);
  const direction = Math.sign(distance);
  let count = 0;
  for (let step = 1; step <= Math.abs(distance); step += 1) {
    // Backwards the day itself counts and today does not: both ways it is the days that lie between.
    if (isWorkingDay(addDays(direction > 0 ? today : day, step), closingDays)) count += 1;
  }
  return direction * count || 0;
}

/** The status before this one; null where there is none (§F1). */
export function statusBefore(status: CarpetOrderStatus): CarpetOrderStatus | null {
  if (status === CarpetOrderStatus.Completed) return CarpetOrderStatus.InProgress;
  return status === CarpetOrderStatus.InProgress ? CarpetOrderStatus.AwaitingCarpet : null;
}
