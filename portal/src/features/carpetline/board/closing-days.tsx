import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import { carpetSettings } from '#contract/carpetline/orders.ts';
import { formatDay } from '#contract/dates.ts';
import { type FieldCode, fieldId } from '#contract/problem.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { fieldText } from '#portal/kit/form/field-text.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './board.module.css';

type Settings = z.output<typeof carpetSettings>;
const answer = z.object({ result: carpetSettings });
const url = '/api/carpetline/settings';

/** The days that do not count for deliveries, beside the holidays. */
export function ClosingDays() {
  const http = useHttp();
  const settings = useQuery({
    queryKey: [...useKeyStart(), 'carpetline/settings'],
    queryFn: async ({ signal }) => (await http.call(url, answer, { signal })).result,
  });
  return <Loaded of={settings}>{(stored) => <Days stored={stored} />}</Loaded>;
}

interface Row {
  readonly key: number;
  readonly day: string | null;
  readonly description: string;
}

// Rows by their key, so that a field keeps its name while others come and go.
type Values = { readonly rows: Readonly<Record<string, Row>> };

function Days({ stored }: { readonly stored: Settings }) {
  const text = useText();
  const http = useHttp();
  const client = useQueryClient();
  const go = useGo();
  const pathTo = usePathTo();
  const may = usePermission();
  const mayChange = may('carpetline.orders.process');
  const next = useRef(stored.closingDays.length);
  const form = useResourceForm<Values, Settings>({
    initial: { rows: Object.fromEntries(stored.closingDays.map((row, key) => [`r${key}`, { key, ...row }])) },
    check: ({ rows }) => wrongRows(rows, (code, name) => fieldText(text, `rows_${name}_day`, code)),
    save: async ({ rows }) => {
      const closingDays = Object.values(rows)
        .filter(({ day }) => day !== null)
        .map(({ day, description }) => ({ day, description }))
        .toSorted((one, other) => String(one.day).localeCompare(String(other.day)));
      return (await http.call(url, answer, { method: 'PUT', body: { closingDays } })).result;
    },
    onSaved: () => {
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.includes('carpetline/settings'),
      });
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
          onRemove={() =>
            form.set('rows', Object.fromEntries(Object.entries(rows).filter(([other]) => other !== name)))
          }
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

// A row without a day would be left out unseen; one that is empty is no promise.
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
