import { IconRegex, IconTruck } from '@tabler/icons-react';
import { Segments } from '#portal/kit/layout/segments.tsx';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';

const views = [
  { key: 'suppliers', icon: IconTruck },
  { key: 'triggers', icon: IconRegex },
] as const;

/** Which of both boards the address names. */
export function useBoardView(): 'suppliers' | 'triggers' {
  const [{ per }] = useUrlState();
  return per === 'triggers' ? 'triggers' : 'suppliers';
}

/** Per supplier or per trigger. */
export function BoardSwitch() {
  const text = useText();
  const current = useBoardView();
  const [, change] = useUrlState();
  return (
    <Segments
      label={text('documentsWork.board.per')}
      options={views.map((view) => ({ ...view, label: text(`documentsWork.board.${view.key}`) }))}
      value={current}
      onChange={(key) =>
        change(
          {
            per: key === 'suppliers' ? undefined : key,
            page: undefined,
            sort: undefined,
            columns: undefined,
          },
          { push: true },
        )
      }
    />
  );
}
