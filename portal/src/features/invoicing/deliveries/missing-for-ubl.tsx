import { Link } from '@tanstack/react-router';
import { deliverySettings, missingForUblResult } from '#contract/invoicing/deliveries.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './deliveries.module.css';

/** What approved invoices that wait lack for EN 16931, with a link to where a creditor's part is mended. */
export function MissingForUbl({ id }: { readonly id: string }) {
  const text = useText();
  const pathTo = usePathTo();
  const may = usePermission();
  const { data } = useAnswer(
    [deliverySettings.path, id, 'missing'],
    `${collectionUrl(deliverySettings, {})}/${id}/missing`,
    missingForUblResult,
  );
  if (!data) return null;
  const label = (name: string) => text(`invoicing.deliverySettings.missing.${name}`);
  if (data.length === 0) return <MessageBar meaning="ok">{label('nothing')}</MessageBar>;
  return (
    <MessageBar meaning="warn" title={label('title')}>
      <ul className={styles.missing}>
        {data.map(({ of, id: whose, name, fields, invoiceCount }) => {
          const line = text('invoicing.deliverySettings.missing.line', {
            name,
            fields: fields.map((field) => label(`field.${field}`)).join(', '),
            count: invoiceCount,
          });
          const isMendable = of === 'creditor' && whose !== null && may('fmmodule.creditors.update');
          return (
            <li key={`${of} ${whose ?? name}`}>
              {isMendable ? <Link to={pathTo('creditors:update', { creditorId: whose })}>{line}</Link> : line}
            </li>
          );
        })}
      </ul>
      {label('hint')}
    </MessageBar>
  );
}
