import { IconListSearch } from '@tabler/icons-react';
import { audit, auditKinds } from '#contract/core/audit.ts';
import { users } from '#contract/core/users.ts';
import { addDays, dayOfInstant, instantOfAmsterdam } from '#contract/dates.ts';
import type { Row } from '#contract/resource.ts';
import { deviceName } from '#portal/features/identity/index.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import type { ListStateOptions } from '#portal/kit/list/use-list-state.ts';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { choiceFilter } from '../lists/choice-filter.ts';
import { ResourceList } from '../lists/resource-list.tsx';

interface OfLine {
  readonly line: Row<typeof audit>;
}

const columns = columnsFor(
  audit,
  [
    { field: 'at', width: 150, isMain: true, small: 'end' },
    { field: 'kind', width: 100, render: (line) => <Kind line={line} /> },
    { field: 'action', width: '22%', render: (line) => <Action line={line} />, small: 'title' },
    { field: 'userName', width: '16%', small: 'line' },
    { field: 'about', width: '18%', render: (line) => <About line={line} /> },
    { field: 'ip', render: (line) => <Where line={line} />, small: 'line' },
  ],
  'core.audit',
);

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** So many days back, this one among them. */
const periods = [1, 7, 30, 90, 365] as const;

// Filters come from the address: unknown values narrow nothing.
const narrowing: ListStateOptions = {
  filters: ['kind', 'userId', 'since'],
  toQuery({ kind, userId, since }) {
    const days = periods.find((one) => String(one) === since);
    const from =
      days !== undefined && instantOfAmsterdam(addDays(dayOfInstant(new Date()), 1 - days), '00:00');
    const parts = [
      auditKinds.some((known) => known === kind) && `kind eq '${kind}'`,
      isUuid.test(userId ?? '') && `userId eq '${userId}'`,
      from !== false && `at ge ${from}`,
    ].filter(Boolean);
    return parts.length === 0 ? {} : { filter: parts.join(' and ') };
  },
};

/** What happened to the access to a company: sign-ins, rights, keys, exports; the newest first. */
export function AuditList() {
  const text = useText();
  const companyId = useParam('companyId');
  const since = periods.map((days) => ({ value: String(days), label: text(`core.audit.sinceDays.${days}`) }));
  const may = usePermission();
  const { data = [] } = useAllRows(users, { companyId }, {}, { enabled: may('core.users.read') });
  const people = data.map(({ id, fullName }) => ({ value: id, label: fullName }));
  const kinds = auditKinds.map((kind) => ({ value: kind, label: text(`core.audit.kinds.${kind}`) }));
  return (
    <ResourceList
      place="tab"
      {...useRows(audit, { companyId }, narrowing)}
      columns={columns}
      texts="core.audit"
      filters={[
        choiceFilter('kind', 'core.audit.kind', kinds, text),
        ...(people.length > 0 ? [choiceFilter('userId', 'core.audit.userName', people, text)] : []),
        { ...choiceFilter('since', 'core.history.since', since, text), off: text('core.history.sinceEver') },
      ]}
      empty={{ icon: IconListSearch }}
    />
  );
}

function Kind({ line }: OfLine) {
  return useText()(`core.audit.kinds.${line.kind}`);
}

function Action({ line: { entity, action, detail } }: OfLine) {
  const text = useText();
  const isSignIn = entity === null || action === 'password-set' || action.startsWith('factor-');
  const word = text(isSignIn ? `core.audit.signIn.${action}` : `core.history.verb.${action}`);
  if (detail === null) return word;
  const what = text(`core.audit.detail.${detail}`);
  return `${word}: ${what}`;
}

function About({ line: { entity, about } }: OfLine) {
  const text = useText();
  if (entity === null) return null;
  if (entity === audit.permission) return about;
  const what = text(`core.audit.entity.${entity.replaceAll('.', '-')}`);
  return about === null || about === '' ? what : `${what}: ${about}`;
}

function Where({ line: { ip, userAgent } }: OfLine) {
  const text = useText();
  if (ip === null) return null;
  return (
    <span title={userAgent ?? ''}>
      {ip} <span className="balie-empty">{deviceName(userAgent, text)}</span>
    </span>
  );
}
