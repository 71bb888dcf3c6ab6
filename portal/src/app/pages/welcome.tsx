import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadWaiting } from '#portal/features/invoicing/index.ts';
import { useText } from '#portal/kit/text.ts';
import { administratorsAnswer, administratorsPath } from '#contract/core/administrators.ts';
import { useMe } from '#portal/features/identity/index.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { useHasScreen, usePathTo } from '#portal/kit/screens.tsx';
import { visibleMenu } from '../shell/menu.ts';
import { useVariant } from '../use-variant.ts';
import styles from './page.module.css';

const WaitingForMe = lazy(async () => ({ default: await loadWaiting() }));

/** Home of the brands without a list of their own. */
export function Welcome() {
  const text = useText();
  const variant = useVariant();
  const { name, title } = variant;
  const { permissions } = useSessionState();
  const pathTo = usePathTo();
  const [first, ...others] = visibleMenu(permissions, useHasScreen(), variant).flatMap(({ items }) => items);
  // Who may see one list and not the brand's own, such as an inspector, comes for that one.
  if (variant.home !== null && first && others.length === 0)
    return <Navigate to={pathTo(first.screen)} replace />;
  return (
    <div className={styles['page']}>
      <h1>{text('shell.home.welcome', { brand: title })}</h1>
      {first ? (
        <>
          <p>{text(`shell.brand.${name}.welcome`)}</p>
          <Suspense>
            <WaitingForMe />
          </Suspense>
        </>
      ) : (
        <EmptyMenu hasRights={permissions.length > 0} />
      )}
    </div>
  );
}

/** Why there is nothing to choose, and whom to ask. */
function EmptyMenu({ hasRights }: { readonly hasRights: boolean }) {
  const text = useText();
  const { data: me } = useMe();
  const { data: people = [] } = useAnswer(
    [administratorsPath],
    `/api/${administratorsPath}`,
    administratorsAnswer.shape.result,
  );
  const company = me?.companyName ?? '';
  return (
    <>
      <h2>{text('shell.home.empty')}</h2>
      <p>{text(hasRights ? 'shell.home.emptyNoList' : 'shell.home.emptyNoRights')}</p>
      <p>{text(people.length > 0 ? 'shell.home.ask' : 'shell.home.askInviter', { company })}</p>
      <ul>
        {people.map(({ fullName, email }) => (
          <li key={email}>
            {fullName}, <a href={`mailto:${email}`}>{email}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
