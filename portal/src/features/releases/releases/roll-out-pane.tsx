import { Button } from '@mantine/core';
import { IconBuilding, IconInfoCircle, IconUser, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { ReleaseTreeCompany } from '#contract/releases/releases.ts';
import { formatNumber } from '#contract/money.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { FieldError, useField } from '#portal/kit/form/use-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useText } from '#portal/kit/text.ts';
import type { TreeNode } from '#portal/kit/tree/tree.rules.ts';
import { TreeTools, useTreeSearch } from '#portal/kit/tree/tree-tools.tsx';
import { Tree } from '#portal/kit/tree/tree.tsx';
import { useIsPhone } from '#portal/kit/use-width.ts';
import { useReleaseTree, type Release } from './release.ts';
import type { ReleaseValues } from './release-values.ts';
import { ReportedVersion } from './reported-version.tsx';
import {
  allCustomers,
  customerTree,
  reachOf,
  targetsOf,
  ticksOf,
  versionsOf,
  type Customer,
} from './roll-out.rules.ts';
import styles from './releases.module.css';

const AudienceDialog = lazyPart(async () => (await import('./audience-dialog.tsx')).AudienceDialog);

interface RollOutPaneProps {
  readonly form: ResourceForm<ReleaseValues>;
  readonly release: Release;
  readonly isDisabled: boolean;
}

/** Whom a release is for: all customers and their users as a tree with ticks, how many that reaches, and who gets it. */
export function RollOutPane({ form, release, isDisabled }: RollOutPaneProps) {
  const text = useText();
  const tree = useReleaseTree();
  const [isAsking, setAsking] = useState(false);
  const customers = useMemo(() => tree.data?.map(customerOf), [tree.data]);
  const errors = useTargetErrors(form);
  return (
    <section className={styles.pane} aria-label={text('releases.rollOut.title')}>
      <header className={styles.paneHead}>
        <div className={styles.reach}>
          <h2>{text('releases.rollOut.title')}</h2>
          <Reach form={form} release={release} customers={customers} />
        </div>
        <Button
          leftSection={<IconUsersGroup size={16} stroke={1.75} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {text('releases.audience.button')}
        </Button>
      </header>
      {tree.error !== null && customers === undefined ? (
        <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
      ) : (
        <Customers form={form} tree={tree.data} customers={customers} isDisabled={isDisabled} />
      )}
      {errors.length > 0 && (
        <div className={`mantine-InputWrapper-error ${styles.paneError}`}>
          <FieldError sentences={errors} />
        </div>
      )}
      <footer className={styles.paneFoot}>
        <IconInfoCircle size={16} stroke={1.75} aria-hidden />
        <span>
          {text(form.values.availableForEveryOne ? 'releases.rollOut.hintEveryone' : 'releases.rollOut.hint')}
        </span>
      </footer>
      {isAsking && <AudienceDialog release={release} values={form.values} onClose={() => setAsking(false)} />}
    </section>
  );
}

const customerOf = ({ id, name, users }: ReleaseTreeCompany): Customer => ({
  id,
  name,
  users: users.map((user) => ({ id: user.id, name: user.fullName })),
});

/** The three values of the tree as fields: how a conflict shows them, and what the server says of them. */
function useTargetErrors(form: ResourceForm<ReleaseValues>): readonly string[] {
  const text = useText();
  const count = (value: unknown) => String(Array.isArray(value) ? value.length : 0);
  useField({ form, name: 'availableForEveryOne', label: 'releases.releases.availableForEveryOne' }, (value) =>
    text(value === true ? 'kit.yes' : 'kit.no'),
  );
  useField({ form, name: 'assignedCompanyIds', label: 'releases.releases.assignedCompanyIds' }, count);
  useField({ form, name: 'assignedUserIds', label: 'releases.releases.assignedUserIds' }, count);
  return ['assigned_company_ids', 'assigned_user_ids'].flatMap((id) => form.errors[id] ?? []);
}

interface ReachProps extends Pick<RollOutPaneProps, 'form' | 'release'> {
  readonly customers: readonly Customer[] | undefined;
}

function Reach({ form, release, customers }: ReachProps) {
  const text = useText();
  const language = useLanguage();
  const { availableForEveryOne, assignedCompanyIds, assignedUserIds } = form.values;
  const counted = useMemo(
    () => customers && reachOf({ availableForEveryOne, assignedCompanyIds, assignedUserIds }, customers),
    [customers, availableForEveryOne, assignedCompanyIds, assignedUserIds],
  );
  const reach = counted ?? {
    assignedCompanies: release.assignedCompanies,
    assignedUsers: release.assignedUsers,
    totalCompanies: release.totalCompanyCount,
    totalUsers: release.totalUserCount,
  };
  const share = reach.totalUsers === 0 ? 0 : (100 * reach.assignedUsers) / reach.totalUsers;
  return (
    <>
      <p className="balie-number" role="status">
        {text('releases.rollOut.reach', {
          companies: formatNumber(reach.assignedCompanies, language),
          totalCompanies: formatNumber(reach.totalCompanies, language),
          users: formatNumber(reach.assignedUsers, language),
          totalUsers: formatNumber(reach.totalUsers, language),
        })}
      </p>
      <div className={styles.track} aria-hidden>
        <div style={{ width: `${share}%` }} />
      </div>
    </>
  );
}

interface CustomersProps {
  readonly form: ResourceForm<ReleaseValues>;
  readonly tree: readonly ReleaseTreeCompany[] | undefined;
  readonly customers: readonly Customer[] | undefined;
  readonly isDisabled: boolean;
}

function Customers({ form, tree, customers, isDisabled }: CustomersProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const state = useTreeSearch();
  // Typing stays responsive, however large the tree is.
  const sought = useDeferredValue(state.search);
  const allLabel = text('releases.rollOut.all');
  const nodes = useMemo(() => customers && customerTree(customers, allLabel), [customers, allLabel]);
  const renderEnd = useMemo(() => {
    const versions = tree && versionsOf(tree);
    return ({ id }: TreeNode) => {
      const runs = versions?.get(id);
      return runs ? <ReportedVersion of={runs} /> : '';
    };
  }, [tree]);
  const { availableForEveryOne, assignedCompanyIds, assignedUserIds } = form.values;
  const ticks = useMemo(
    () => ticksOf({ availableForEveryOne, assignedCompanyIds, assignedUserIds }),
    [availableForEveryOne, assignedCompanyIds, assignedUserIds],
  );

  function change(next: ReadonlySet<string>) {
    const targets = targetsOf(next, form.values);
    form.set('availableForEveryOne', targets.availableForEveryOne);
    form.set('assignedCompanyIds', targets.assignedCompanyIds);
    form.set('assignedUserIds', targets.assignedUserIds);
  }

  return (
    <>
      <div className={styles.tools}>
        <TreeTools
          state={state}
          label={text('releases.rollOut.search')}
          onlyChosenLabel={text('releases.rollOut.showChosen')}
          searchClass={styles.search}
          buttonClass={styles.toggle}
        />
      </div>
      <div className={styles.columns} aria-hidden>
        <span>{text('releases.rollOut.who')}</span>
        <span>{text('releases.rollOut.chosen')}</span>
        <span>{text('releases.rollOut.inUse')}</span>
      </div>
      {nodes === undefined ? (
        <p className={styles.loading} role="status">
          {text('kit.detail.loading')}
        </p>
      ) : (
        <Tree
          label={text('releases.rollOut.title')}
          nodes={nodes}
          chosen={ticks}
          onChange={change}
          meaning="branches"
          search={sought}
          onlyChosen={state.onlyChosen}
          openAtFirst={[allCustomers]}
          height="var(--tree-height)"
          isDisabled={isDisabled}
          renderStart={startOf}
          // A phone keeps its width for the names.
          {...(isPhone ? {} : { renderEnd })}
        />
      )}
    </>
  );
}

const startOf = ({ id, children }: TreeNode) => {
  const Icon = id === allCustomers ? IconUsers : children ? IconBuilding : IconUser;
  return <Icon size={16} stroke={1.75} aria-hidden className={styles.kind} />;
};
