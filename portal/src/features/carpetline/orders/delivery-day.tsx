import { formatDay } from '#contract/dates.ts';
import { useText } from '#portal/kit/text.ts';

/** The day of delivery; not known while the carpet is awaited (§F2). */
export function DeliveryDay({ day }: { readonly day: string | null }) {
  const text = useText();
  return day === null ? (
    <span className="balie-empty">{text('carpetline.orders.notYetKnown')}</span>
  ) : (
    <>{formatDay(day)}</>
  );
}
