import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import type { z } from 'zod';
import { carpetSettings } from '#contract/carpetline/orders.ts';
import { formatDay } from '#contract/dates.ts';
import { type FieldCode, fieldId } from '#contract/problem.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { fieldText } from '#portal/kit/form/field-text.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { withoutPart } from '../catalogue/catalogue-values.ts';
import styles from './board.module.css';

type Settings = z.output<typeof carpetSettings>;
const path = 'carpetline/settings';
const url = `/api/${path}`;

/** The days that do not count for deliveries, in addition to holidays. */
export function ClosingDays() {
  const settings = useAnswer([path], url, carpetSettings);
  return <Loaded of={settings}>{(stored) => <Days stored={stored} />}</Loaded>;
}

interface Row {
  readonly key: number;
  readonly day: string | null;
  readonly description: string;
}

// Rows by key, so that a field keeps its name while other rows are added and removed.
type Values = { readonly rows: Readonly<Record<string, Row>> };

function Days({ stored }: { readonly stored: Settings }) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const may = usePermission();
  const mayChange = may('carpetline.orders.process');
  const next = useRef(stored.closingDays.length);
  const save = useVerb({
    call: (closingDays: unknown) => ({ url, method: 'PUT', body: { closingDays } }),
    result: carpetSettings,
    invalidates: [{ path }],
  });
  const form = useResourceForm<Values, Settings>({
    initial: { rows: Object.fromEntries(stored.closingDays.map((row, key) => [`r${key}`, { key, ...row }])) },
    check: ({ rows }) => wrongRows(rows, (code, name) => fieldText(text, `rows_${name}_day`, code)),
    save: ({ rows }) =>
      save.mutateAsync(
        Object.values(rows)
          .filter(({ day }) => day !== null)
          .map(({ day, description }) => ({ day, description }))
          .toSorted((a, b) => String(a.day).localeCompare(String(b.day))),
      ),
    onSaved: () => {
      go('carpet-board:index');
      notify({ title: text('carpetline.settings.saved'), meaning: 'ok' });
    },
  });
  const { rows } = form.values;
  function add() {
    const key = (next.current += 1);
    form.set('rows', { ...rows, [`r${key}`]: { key, day: null, description: '' } });
  }
  return (
    <FormPage
      form={form}
      title={text('carpetline.settings.title')}
      back={{ href: pathTo('carpet-board:index'), label: text('carpetline.board.title') }}
      hasSave={mayChange}
    >
      <p>{text('carpetline.settings.hint')}</p>
      {Object.keys(rows).length === 0 && <p className="balie-empty">{text('carpetline.settings.none')}</p>}
      {Object.entries(rows).map(([name, row]) => (
        <ClosingDay
          key={name}
          name={name}
          row={row}
          form={form}
          onRemove={() => form.set('rows', withoutPart(rows, name))}
        />
      ))}
      {mayChange && (
        <div>
          <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={add}>
            {text('carpetline.settings.add')}
          </Button>
        </div>
      )}
    </FormPage>
  );
}

// A row with a description needs a day; an empty row is left out.
function wrongRows(rows: Values['rows'], sentence: (code: FieldCode, name: string) => string) {
  const seen = new Set<string>();
  const errors: Record<string, string[]> = {};
  for (const [name, { day, description }] of Object.entries(rows)) {
    const id = fieldId(`rows.${name}.day`);
    if (day === null && description.trim() !== '') errors[id] = [sentence('required', name)];
    if (day !== null && seen.has(day)) errors[id] = [sentence('repeated', name)];
    if (day !== null) seen.add(day);
  }
  return errors;
}

interface ClosingDayProps {
  readonly name: string;
  readonly row: Row;
  readonly form: ResourceForm<Values>;
  readonly onRemove: () => void;
}

function ClosingDay({ name, row, form, onRemove }: ClosingDayProps) {
  const text = useText();
  return (
    <div className={styles.closingRow}>
      <DateField form={form} name={`rows.${name}.day`} label="carpetline.settings.day" />
      <TextField
        form={form}
        name={`rows.${name}.description`}
        label="carpetline.settings.description"
        maxLength={255}
        isOptional
      />
      <ActionIcon
        size={44}
        mt={22}
        data-danger
        aria-label={text('carpetline.settings.remove', { day: row.day === null ? '' : formatDay(row.day) })}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}
