import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { Catalogue } from '#contract/carpetline/catalogue.ts';
import { fieldId } from '#contract/problem.ts';
import type { FormStep } from '#portal/kit/form/form-page.tsx';
import { FieldError } from '#portal/kit/form/use-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { emptyLine, LineEditor } from './line-editor.tsx';
import { LineList } from './line-list.tsx';
import { finishOf, sizeOf } from './order.ts';
import { type LineValues, orderValues, type OrderValues } from './order-values.ts';

interface LinesFieldProps {
  readonly form: ResourceForm<OrderValues>;
  readonly catalogue: Catalogue;
  /** Hears how the line that is being chosen goes into the order; null when there is none. Until then it is not in it. */
  readonly onOpen: (step: FormStep | null) => void;
}

/** The line that is being chosen: a new one (`at` null) or one of the order; `kept` is what a draft brought back of it. */
interface Open {
  readonly at: number | null;
  readonly kept?: LineValues;
}

/** The lines of an order: a list, and the place where one is chosen. */
export function LinesField({ form, catalogue, onOpen }: LinesFieldProps) {
  const text = useText();
  const { orderLines } = form.values;
  const [open, setOpen] = useState(() => openAtFirst(form.values));
  useEffect(() => {
    if (open === null) onOpen(null);
  }, [onOpen, open]);
  // Where somebody else saved meanwhile, the lines of both stand side by side.
  const { register } = form;
  useEffect(
    () =>
      register('orderLines', {
        label: text('carpetline.orders.lines'),
        show: (value) => linesInWords(value, (shape) => text(`carpetline.shape.${shape}`)),
      }),
    [register, text],
  );
  // What is half chosen belongs to the form: it is in its draft, and asked after when somebody leaves.
  const { set } = form;
  const at = open?.at ?? null;
  const keep = useCallback((line: LineValues | null) => set('open', line && { at, line }), [set, at]);

  const close = useCallback(() => setOpen(null), []);

  function save(line: LineValues) {
    set(
      'orderLines',
      at === null ? [...orderLines, line] : orderLines.map((old, index) => (index === at ? line : old)),
    );
  }
  async function leave(): Promise<boolean> {
    const body = text('carpetline.line.leaveBody');
    return (
      form.values.open === null ||
      confirm({
        title: text('carpetline.line.leaveTitle'),
        body,
        verb: text('carpetline.line.leaveVerb'),
        isDanger: true,
      })
    );
  }
  async function edit(next: number) {
    if (await leave()) setOpen({ at: next });
  }
  async function remove(gone: number) {
    if (open?.at != null && !(await leave())) return;
    if (open?.at != null) setOpen(null);
    set(
      'orderLines',
      orderLines.filter((_, index) => index !== gone),
    );
    notify({
      title: text('carpetline.line.removed', { number: gone + 1 }),
      action: { label: text('carpetline.undo'), run: () => set('orderLines', orderLines) },
    });
  }

  const errorsAt = (index: number) =>
    Object.entries(form.errors).flatMap(([id, sentences]) =>
      id.startsWith(`${fieldId(`orderLines.${index}`)}_`) ? sentences : [],
    );
  const whole = form.errors[fieldId('orderLines')];
  const edited = at === null ? undefined : orderLines[at];
  return (
    <section aria-label={text('carpetline.orders.lines')}>
      <h2 className="mantine-InputWrapper-label">{text('carpetline.orders.lines')}</h2>
      {orderLines.length > 0 && (
        <LineList
          lines={orderLines}
          errorsAt={errorsAt}
          editing={at}
          onEdit={(next) => void edit(next)}
          onRemove={(gone) => void remove(gone)}
        />
      )}
      {whole && (
        <div className="mantine-InputWrapper-error">
          <FieldError sentences={whole} />
        </div>
      )}
      <div style={{ marginTop: 8 }}>
        {open ? (
          <LineEditor
            key={at ?? `new-${orderLines.length}`}
            catalogue={catalogue}
            initial={edited ?? emptyLine}
            values={open.kept}
            title={
              edited
                ? text('carpetline.line.change', { number: (at ?? 0) + 1 })
                : text('carpetline.line.new', { number: orderLines.length + 1 })
            }
            saveLabel={text(edited ? 'carpetline.line.save' : 'carpetline.line.add')}
            onStep={onOpen}
            onChange={keep}
            onSave={save}
            onClose={close}
            canCancel={orderLines.length > 0}
          />
        ) : (
          <Button
            fullWidth={orderLines.length === 0}
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen({ at: null })}
          >
            {text('carpetline.line.add')}
          </Button>
        )}
      </div>
    </section>
  );
}

function linesInWords(value: unknown, shapeName: (shape: LineValues['shape']) => string): string {
  const lines = orderValues.shape.orderLines.safeParse(value);
  const words = (line: LineValues) => [
    `${line.quantity} × ${line.qualityName}`,
    shapeName(line.shape),
    sizeOf(line),
    line.attachment?.name,
    finishOf(line),
  ];
  return (lines.data ?? [])
    .map((line, at) => `${at + 1}. ${words(line).filter(Boolean).join(', ')}`)
    .join('\n');
}

// A draft brings the line back that was being chosen; an order without lines begins with one.
function openAtFirst({ open, orderLines }: OrderValues): Open | null {
  if (open && (open.at === null || orderLines[open.at])) return { at: open.at, kept: open.line };
  return orderLines.length === 0 ? { at: null } : null;
}
