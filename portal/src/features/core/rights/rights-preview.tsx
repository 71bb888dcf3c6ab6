import { Select } from '@mantine/core';
import { useState } from 'react';
import { modulePrefixes, permissionPrefix, splitPermission, widestScope } from '#contract/permissions.ts';
import { userPermissionsAnswer, users } from '#contract/core/users.ts';
import { collectionUrl } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useMenuOf } from '#portal/kit/menu-of.ts';
import { useText } from '#portal/kit/text.ts';
import { useRights } from './use-rights.ts';
import { ViewAsButton } from './view-as.tsx';
import styles from './rights.module.css';

const { useOne } = resourceHooks(users);

/** Somebody whose rights are looked at. */
export interface Person {
  readonly id: string;
  readonly companyId: string;
  readonly fullName: string;
}

/** What a form is about to give: the rights themselves, or all of them. */
export interface Giving {
  readonly permissions: readonly string[];
  readonly everything: boolean;
  /** The group that gives them; null where the person has them directly. */
  readonly groupId: string | null;
  /** The modules that narrow the person's rights; absent: as stored. */
  readonly modules?: readonly string[] | undefined;
}

/** 'See as this user': chooses one of some people and shows what their menu and lists would be. */
export function PeoplePreview({
  people,
  giving,
}: {
  readonly people: readonly Person[];
  readonly giving: Giving;
}) {
  const text = useText();
  const [chosen, setChosen] = useState<string | null>(null);
  const person = people.find(({ id }) => id === chosen) ?? people[0];
  if (person === undefined) return null;
  return (
    <aside className={styles.preview} aria-label={text('core.rights.preview.title')}>
      <h3>{text('core.rights.preview.title')}</h3>
      <Select
        aria-label={text('core.rights.preview.who')}
        data={people.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        value={person.id}
        onChange={setChosen}
        allowDeselect={false}
        searchable={people.length > 10}
      />
      <Preview key={person.id} person={person} giving={giving} />
    </aside>
  );
}

/** The same for one person, whose form it stands in. */
export function PersonPreview({ person, giving }: { readonly person: Person; readonly giving: Giving }) {
  const text = useText();
  return (
    <aside className={styles.preview} aria-label={text('core.rights.preview.title')}>
      <h3>{text('core.rights.preview.title')}</h3>
      <Preview person={person} giving={giving} />
    </aside>
  );
}

function Preview({ person, giving }: { readonly person: Person; readonly giving: Giving }) {
  const text = useText();
  const menuOf = useMenuOf();
  const held = useHeld(person, giving);
  if (held === undefined) return <p role="status">{text('kit.detail.loading')}</p>;
  const menu = menuOf(held);
  return (
    <>
      <p className="balie-empty">{text('core.rights.preview.withChanges')}</p>
      <ViewAsButton person={person} held={held} withChanges />
      {menu.length === 0 ? (
        <p>{text('core.rights.preview.emptyMenu', { name: person.fullName })}</p>
      ) : (
        <>
          <h3>{text('core.rights.preview.menu', { name: person.fullName })}</h3>
          <ul>
            {menu.map(({ label, icon: Icon, needs }) => (
              <li key={label}>
                <Icon size={18} stroke={1.75} aria-hidden />
                <span>
                  {text(label)}
                  <small>{text(`core.rights.preview.reach.${reachOf(held, needs)}`)}</small>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

// What the person has from elsewhere, and what this form gives as far as it counts for them.
function useHeld(
  person: Person,
  { permissions, everything, groupId, modules }: Giving,
): string[] | undefined {
  const { id, companyId } = person;
  const url = `${collectionUrl(users, { companyId })}/${encodeURIComponent(id)}/permissions`;
  const key = [users.path, 'permissions', { companyId }, id];
  const now = useAnswer(key, url, userPermissionsAnswer.shape.result);
  const stored = useOne(id, { companyId });
  const { data: rights } = useRights(companyId);
  if (now.data === undefined || stored.data === undefined || rights === undefined) return undefined;
  const narrowing = modules ?? stored.data.modules;
  const given = new Set(permissions);
  const counts = (permission: string) =>
    narrowing.length === 0 ||
    !modulePrefixes.some((prefix) => prefix === permissionPrefix(permission)) ||
    narrowing.includes(permissionPrefix(permission));
  const isElsewhere = (source: { readonly kind: string; readonly groupId: string | null }) =>
    groupId === null ? source.kind !== 'self' : source.groupId !== groupId;
  const elsewhere = now.data.filter(({ sources }) => sources.some(isElsewhere)).map((right) => right.id);
  const here = rights
    .filter((right) => right.hindrance === null && (everything || given.has(right.id)))
    .map((right) => right.id);
  return [...new Set([...elsewhere, ...here])].filter(counts);
}

function reachOf(held: readonly string[], needs: string): string {
  const scopes = needs.split('|').map((one) => widestScope(held, splitPermission(one.trim()).base));
  return (['system', 'company', 'user'] as const).find((scope) => scopes.includes(scope)) ?? 'company';
}
