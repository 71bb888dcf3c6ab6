import { Button, Checkbox, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { usePeriods, useSavePeriods } from './charts.api.ts';
import styles from './charts.module.css';

/** The periods of the books, each open or closed. */
export function ChartPeriods() {
  const text = useText();
  const may = usePermission();
  const id = useParam('administrationId');
  const { data: periods, error, refetch } = usePeriods(id);
  const save = useSavePeriods(id);
  const notifyFailure = useNotifyFailure();
  const years = [...new Set(periods?.map(({ year }) => year))].toSorted((one, other) => other - one);
  const [year, setYear] = useState<number | string>(() => new Date().getFullYear());
  const mayUpdate = may('fmmodule.charts.update');
  if (error !== null && periods === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;

  const closedOf = (of: number) =>
    (periods ?? []).filter((period) => period.year === of && period.isClosed).map(({ period }) => period);
  const store = (of: number, closed: number[]) =>
    save.mutate({ year: of, closed }, { onError: notifyFailure });
  return (
    <div className={styles.periods}>
      {mayUpdate && (
        <div className={styles.addYear}>
          <NumberInput
            label={text('invoicing.charts.year')}
            value={year}
            min={1990}
            max={2100}
            thousandSeparator=""
            onChange={setYear}
          />
          <Button
            disabled={typeof year !== 'number' || years.includes(year)}
            loading={save.isPending}
            onClick={() => {
              if (typeof year === 'number') store(year, []);
            }}
          >
            {text('invoicing.charts.addYear')}
          </Button>
        </div>
      )}
      {periods?.length === 0 && <p className="balie-empty">{text('invoicing.charts.noPeriods')}</p>}
      {years.map((of) => (
        <fieldset key={of} className={styles.year}>
          <legend>{of}</legend>
          {(periods ?? [])
            .filter((period) => period.year === of)
            .map(({ period, fromDay, untilDay, isClosed }) => (
              <Checkbox
                key={period}
                checked={isClosed}
                disabled={!mayUpdate || save.isPending}
                label={
                  <>
                    {text('invoicing.charts.periodName', { period })}{' '}
                    <span className="balie-empty">
                      <DateText value={fromDay} />–<DateText value={untilDay} />
                    </span>
                  </>
                }
                onChange={({ currentTarget: { checked } }) =>
                  store(
                    of,
                    checked ? [...closedOf(of), period] : closedOf(of).filter((one) => one !== period),
                  )
                }
              />
            ))}
        </fieldset>
      ))}
      {years.length > 0 && <p className="balie-empty">{text('invoicing.charts.closedHint')}</p>}
    </div>
  );
}
