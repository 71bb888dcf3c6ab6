import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Obstacle, useObstacles } from './package-codes.api.ts';
import { useMendLink } from './use-mend-link.ts';
import styles from './deliveries.module.css';

const maxNamed = 10;

/** What keeps approved invoices that wait from being delivered, each with a link to where it is mended. */
export function Obstacles({ id }: { readonly id: string }) {
  const text = useText();
  const { data: found = [] } = useObstacles(id);
  if (found.length === 0) return null;
  return (
    <MessageBar meaning="warn" title={text('invoicing.deliverySettings.obstacles')}>
      <ul className={styles.missing}>
        {[...Map.groupBy(found, ({ reason }) => reason)].map(([reason, all]) => (
          <li key={reason}>
            {reason}
            <br />
            <Named all={all} />
          </li>
        ))}
      </ul>
    </MessageBar>
  );
}

function Named({ all }: { readonly all: readonly Obstacle[] }) {
  const text = useText();
  const linkOf = useMendLink();
  const more = all.length - maxNamed;
  return (
    <>
      {all.slice(0, maxNamed).map((obstacle, index) => {
        const link = linkOf(obstacle);
        return (
          <Fragment key={`${obstacle.kind} ${obstacle.id} ${obstacle.name}`}>
            {index > 0 && ' · '}
            {link ? <Link to={link.href}>{obstacle.name}</Link> : obstacle.name}
          </Fragment>
        );
      })}
      {more > 0 && ` · ${text('invoicing.deliverySettings.moreObstacles', { count: more })}`}
    </>
  );
}
