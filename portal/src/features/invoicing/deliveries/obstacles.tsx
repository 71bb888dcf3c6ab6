import { Link } from '@tanstack/react-router';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import { useObstacles } from './package-codes.api.ts';
import { useMendLink } from './use-mend-link.ts';
import styles from './deliveries.module.css';

/** What keeps approved invoices that wait from being delivered, each with a link to where it is mended. */
export function Obstacles({ id }: { readonly id: string }) {
  const text = useText();
  const linkOf = useMendLink();
  const { data: found = [] } = useObstacles(id);
  if (found.length === 0) return null;
  const reasons = [...Map.groupBy(found, ({ reason }) => reason)];
  return (
    <MessageBar meaning="warn" title={text('invoicing.deliverySettings.obstacles')}>
      {reasons.map(([reason, about]) => (
        <div key={reason}>
          {reason}
          <ul className={styles.missing}>
            {about.map((obstacle) => {
              const link = linkOf(obstacle);
              return (
                <li key={`${obstacle.kind} ${obstacle.name}`}>
                  {link ? <Link to={link.href}>{obstacle.name}</Link> : obstacle.name}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </MessageBar>
  );
}
