import { useCallback, useEffect, useRef } from 'react';
import { isAlike } from '#portal/kit/form/paths.ts';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { LinesBlock } from '../order-lines/lines-block.tsx';
import { bare, emptyLine, type LineValues } from '../order-lines/lines.rules.ts';
import type { OrderValues } from './order-values.ts';

/** The lines of an order that is not stored yet. */
export function FormLines({ form }: { readonly form: ResourceForm<OrderValues> }) {
  const text = useText();
  const { set, register, report } = form;
  const { lines, typing, typingAt } = form.values;
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
  });
  useEffect(
    () => register('lines', { label: text('workorders.lines.title'), show: () => '' }),
    [register, text],
  );

  // What stands in the editor goes along when the order is saved, and into the draft.
  const onTyped = useCallback(
    (line: LineValues | null, key: string | undefined) => {
      const before = key === undefined ? emptyLine : latest.current[Number(key)];
      const isUntouched = line === null || isAlike(line, before && bare(before));
      set('typing', isUntouched ? null : line);
      set('typingAt', isUntouched || key === undefined ? null : Number(key));
    },
    [set],
  );

  // The order is not saved with the amount of before either.
  const onReport: typeof report = useCallback(
    (path, code) => report(`typing.${path}`, code, { isTyping: true }),
    [report],
  );

  async function save(line: LineValues, key: string | undefined) {
    set('lines', key === undefined ? [...lines, line] : lines.with(Number(key), line));
  }

  return (
    <LinesBlock
      lines={lines.map((line, at) => ({ ...line, key: String(at) }))}
      mayAdd
      mayChange
      mayRemove
      startsWith={typing && { line: typing, key: typingAt === null ? undefined : String(typingAt) }}
      errors={form.errors['lines']}
      onSave={save}
      onTyped={onTyped}
      onReport={onReport}
      onRemove={(key) =>
        set(
          'lines',
          lines.filter((_, at) => at !== Number(key)),
        )
      }
    />
  );
}
