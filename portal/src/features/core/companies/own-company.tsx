import { Navigate } from '@tanstack/react-router';
import { useMe } from '#portal/features/identity/index.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { usePathTo } from '#portal/kit/screens.tsx';

/** Leads to the company of who is signed in: its administrator knows no number of it. */
export function OwnCompany() {
  const pathTo = usePathTo();
  return (
    <Loaded of={useMe()}>
      {({ companyId }) => <Navigate to={pathTo('companies:detail', { companyId })} replace />}
    </Loaded>
  );
}
