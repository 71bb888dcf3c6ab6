import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { dayOfInstant } from '#contract/dates.ts';
import { exportTimesChoices, exportTimesPreview, orderTimes } from '#contract/workorders/order-times.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { download } from '#portal/kit/data/download.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { FormBody } from '#portal/kit/form/form-parts.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { PageHeader } from '#portal/kit/list/page-header.tsx';
import { useText } from '#portal/kit/text.ts';
import { monthOf, periodQuery, yearOf, type ExportChoice } from './period.rules.ts';
import { PreviewTable } from './preview-table.tsx';
import styles from './export-times.module.css';

const url = '/api/comceptum/export-times';

/** The hours of a period: a preview of the file, and the file. */
export function ExportTimes() {
  const text = useText();
  const http = useHttp();
  const [now] = useState(() => dayOfInstant(new Date()));
  const initial: ExportChoice = { ...monthOf(now, 0), userId: null, administrationId: null };
  const form = useResourceForm({
    initial,
    save: (period: ExportChoice) =>
      download(http, `${url}${periodQuery(period)}`, `uren_${period.startDate}_${period.endDate}.csv`),
    onSaved: () => undefined,
  });
  const period = form.values;
  // An impossible period is asked for too: the answer says what is wrong with it.
  const isComplete = period.startDate !== null && period.endDate !== null;
  const rows = useAnswer(
    [orderTimes.path, 'export-preview', period],
    `${url}/preview${periodQuery(period)}`,
    exportTimesPreview,
    { enabled: isComplete },
  );

  const { startDate, endDate } = period;
  const choices = useAnswer(
    [orderTimes.path, 'export-choices', { startDate, endDate }],
    `${url}/choices${periodQuery({ startDate, endDate })}`,
    exportTimesChoices,
    { enabled: isComplete, keepsPrevious: true },
  ).data;

  const quick = [
    { key: 'thisMonth', period: monthOf(now, 0) },
    { key: 'lastMonth', period: monthOf(now, -1) },
    { key: 'thisYear', period: yearOf(now) },
  ] as const;

  return (
    <div className={styles.page}>
      <PageHeader title={text('workorders.exportTimes.title')} count={rows.data?.count} />
      <FormBody
        form={form}
        label={text('workorders.exportTimes.title')}
        className={styles.form}
        footer={null}
      >
        <div className={styles.fields}>
          <DateField form={form} name="startDate" label="workorders.exportTimes.start" />
          <DateField form={form} name="endDate" label="workorders.exportTimes.end" />
          <SelectField
            form={form}
            name="userId"
            label="workorders.orderTimes.user"
            isOptional
            options={(choices?.users ?? []).map(({ id, fullName }) => ({ value: id, label: fullName }))}
          />
          <SelectField
            form={form}
            name="administrationId"
            label="workorders.exportTimes.administration"
            isOptional
            options={(choices?.administrations ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
          <div className={styles.buttons}>
            {quick.map(({ key, period: to }) => (
              <Button key={key} variant="subtle" onClick={() => form.replace({ ...period, ...to })}>
                {text(`workorders.exportTimes.${key}`)}
              </Button>
            ))}
            <Button
              type="submit"
              variant="filled"
              loading={form.isSaving}
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            >
              {text('workorders.exportTimes.export')}
            </Button>
          </div>
        </div>
      </FormBody>
      {isComplete && <PreviewTable preview={rows} />}
    </div>
  );
}
