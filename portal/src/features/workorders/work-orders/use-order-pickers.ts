import { allAdministrations } from '#contract/core/administrations.ts';
import { allUsers } from '#contract/core/users.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly companyId: string;
}

interface Choices {
  /** Undefined while they load, and without the permission to read them. */
  readonly options: readonly Choice[] | undefined;
}

const byName = { orderBy: 'name asc' };

/** The administrations that orders can be booked in; with the company's name where there are several. */
export function useAdministrations(): Choices {
  const may = usePermission();
  const { data } = useAllRows(allAdministrations, {}, byName, { enabled: may('core.administrations.read') });
  return { options: data && withCompany(data) };
}

const activeOnly = { orderBy: 'firstName asc', filter: 'active eq true' };

/** The people who can be responsible for orders. */
export function useColleagues(): Choices {
  const may = usePermission();
  const { data } = useAllRows(allUsers, {}, activeOnly, { enabled: may('core.users.read') });
  return { options: data && withCompany(data.map((user) => ({ ...user, name: user.fullName }))) };
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly companyId: string;
  readonly companyName: string;
}

function withCompany(rows: readonly Named[]): readonly Choice[] {
  const isSingle = new Set(rows.map(({ companyId }) => companyId)).size < 2;
  return rows.map(({ id, name, companyId, companyName }) => ({
    value: id,
    label: isSingle ? name : `${name} (${companyName})`,
    companyId,
  }));
}
