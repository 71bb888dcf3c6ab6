import { useText } from '#portal/kit/text.ts';
import { viewOf, views } from './views.ts';
import styles from './invoices-list.module.css';

interface StatusViewProps {
  readonly status: string | undefined;
  readonly onChange: (status: string | undefined) => void;
}

/** Chooses the view: the invoices to approve, or another status. */
export function StatusView({ status, onChange }: StatusViewProps) {
  const text = useText();
  const current = viewOf(status);
  return (
    <label className={styles.view}>
      <span className="balie-hidden">{text('invoicing.view.label')}</span>
      <select
        className="balie-select"
        value={current.status}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : currentTarget.value)
        }
      >
        {views.map((view) => (
          <option key={view.key} value={view.status}>
            {text(`invoicing.view.${view.key}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
