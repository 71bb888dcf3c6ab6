import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statesOf, toggled, visibleNodes, type TreeNode } from './tree.rules.ts';

const leaf = (id: string, label = id): TreeNode => ({ id, label });
const tree: readonly TreeNode[] = [
  {
    id: 'all',
    label: 'Alle klanten',
    children: [
      {
        id: 'hofstede',
        label: 'Hofstede',
        children: [leaf('anke', 'Anke'), leaf('zoe', 'Zoë'), leaf('loes', 'Loes')],
      },
      { id: 'vecht', label: 'De Vechtstreek', children: [leaf('petra', 'Petra')] },
      leaf('leeg', 'Leeg bedrijf'),
    ],
  },
];
const tick = (chosen: string[], id: string) => statesOf(tree, new Set(chosen)).get(id);

describe('the state of a node', () => {
  test('a branch with some of its leaves is mixed, with all of them on, and counts them', () => {
    expect(tick(['anke', 'zoe'], 'hofstede')).toEqual({ tick: 'mixed', chosen: 2, total: 3 });
    expect(tick(['anke', 'zoe', 'loes'], 'hofstede')).toEqual({ tick: 'on', chosen: 3, total: 3 });
    expect(tick(['anke'], 'all')).toEqual({ tick: 'mixed', chosen: 1, total: 5 });
    expect(tick([], 'all')?.tick).toBe('off');
  });

  test('what lies under a chosen branch is on', () => {
    expect(tick(['hofstede'], 'zoe')?.tick).toBe('on');
    expect(tick(['hofstede'], 'all')).toEqual({ tick: 'mixed', chosen: 3, total: 5 });
  });

  test('a branch that is a choice of its own is half ticked when its leaves were ticked one by one', () => {
    const all = new Set(['anke', 'zoe', 'loes']);
    expect(statesOf(tree, all, 'branches').get('hofstede')).toEqual({ tick: 'mixed', chosen: 3, total: 3 });
    expect(statesOf(tree, new Set(['hofstede']), 'branches').get('hofstede')?.tick).toBe('on');
  });

  test('a branch with nothing under it counts as none, and keeps the branches above it from being full', () => {
    const empty = { id: 'leeg', label: 'Leeg', children: [] };
    const nodes: readonly TreeNode[] = [{ id: 'all', label: 'Alle', children: [leaf('anke'), empty] }];
    expect(statesOf(nodes, new Set(['anke'])).get('all')).toEqual({ tick: 'mixed', chosen: 1, total: 1 });
    expect(statesOf(nodes, new Set(['leeg'])).get('leeg')).toEqual({ tick: 'on', chosen: 0, total: 0 });
  });
});

describe('a click', () => {
  const click = (chosen: string[], id: string, meaning: 'leaves' | 'branches') =>
    [...toggled(tree, new Set(chosen), id, meaning)].toSorted();

  test('on a branch chooses its leaves, or the branch itself where that is a choice of its own', () => {
    expect(click(['anke'], 'hofstede', 'leaves')).toEqual(['anke', 'loes', 'zoe']);
    expect(click(['anke', 'petra'], 'hofstede', 'branches')).toEqual(['hofstede', 'petra']);
  });

  test('on what is on takes it away, with everything under it', () => {
    expect(click(['anke', 'loes', 'zoe', 'petra'], 'hofstede', 'leaves')).toEqual(['petra']);
    expect(click(['hofstede'], 'hofstede', 'branches')).toEqual([]);
  });

  test('on a leaf of a chosen branch leaves the other leaves chosen', () => {
    expect(click(['hofstede'], 'zoe', 'branches')).toEqual(['anke', 'loes']);
    expect(click(['all'], 'zoe', 'branches')).toEqual(['anke', 'leeg', 'loes', 'vecht']);
  });

  test('all leaves of a branch one by one stay leaves, until the branch itself is ticked', () => {
    expect(click(['anke', 'zoe'], 'loes', 'branches')).toEqual(['anke', 'loes', 'zoe']);
    expect(click(['anke', 'loes', 'zoe'], 'hofstede', 'branches')).toEqual(['hofstede']);
  });

  test('twice on the same node is where it was, as counted', () => {
    const ids = ['all', 'hofstede', 'anke', 'zoe', 'loes', 'vecht', 'petra', 'leeg'];
    const clicks = fc.array(fc.constantFrom(...ids), { maxLength: 8 });
    fc.assert(
      fc.property(
        clicks,
        fc.constantFrom(...ids),
        fc.constantFrom('leaves' as const, 'branches' as const),
        (before, id, meaning) => {
          let chosen: ReadonlySet<string> = new Set();
          for (const one of before) chosen = toggled(tree, chosen, one, meaning);
          const was = statesOf(tree, chosen, meaning).get(id)?.tick;
          const after = statesOf(tree, toggled(tree, chosen, id, meaning), meaning).get(id)?.tick;
          expect(after).toBe(was === 'on' ? 'off' : 'on');
        },
      ),
    );
  });
});

describe('what is locked', () => {
  const locked: readonly TreeNode[] = [
    { id: 'all', label: 'Alles', children: [leaf('a'), leaf('b'), { ...leaf('c'), isLocked: true }] },
  ];
  const click = (chosen: string[], id: string) =>
    [...toggled(locked, new Set(chosen), id, 'leaves')].toSorted();

  test('is skipped when its branch is ticked, and does not tick itself', () => {
    expect(click([], 'all')).toEqual(['a', 'b']);
    expect(click(['a'], 'c')).toEqual(['a']);
  });

  test('leaves its branch half ticked, and a second click takes the others away', () => {
    expect(statesOf(locked, new Set(['a', 'b'])).get('all')).toEqual({ tick: 'mixed', chosen: 2, total: 3 });
    expect(click(['a', 'b'], 'all')).toEqual([]);
  });
});

describe('the lines on screen', () => {
  const look = (options: { open?: string[]; search?: string; chosen?: string[] }) =>
    visibleNodes(tree, {
      open: new Set(options.open),
      search: options.search ?? '',
      onlyChosen: options.chosen !== undefined,
      states: statesOf(tree, new Set(options.chosen)),
    }).map(({ node, level, position, siblings }) => `${node.id} ${level} ${position}/${siblings}`);

  test('closed branches hide what is under them', () => {
    expect(look({})).toEqual(['all 1 1/1']);
    expect(look({ open: ['all', 'vecht'] })).toEqual([
      'all 1 1/1',
      'hofstede 2 1/3',
      'vecht 2 2/3',
      'petra 3 1/1',
      'leeg 2 3/3',
    ]);
  });

  test('a search keeps the parents of what it finds, opens them, and does not mind accents', () => {
    expect(look({ search: 'ZOE' })).toEqual(['all 1 1/1', 'hofstede 2 1/1', 'zoe 3 1/1']);
  });

  test('a branch that is found keeps what is under it, closed until opened', () => {
    expect(look({ search: 'vecht' })).toEqual(['all 1 1/1', 'vecht 2 1/1']);
    expect(look({ search: 'vecht', open: ['vecht'] })).toEqual(['all 1 1/1', 'vecht 2 1/1', 'petra 3 1/1']);
  });

  test('only what is chosen, with its parents', () => {
    expect(look({ chosen: ['loes'], open: ['all', 'hofstede'] })).toEqual([
      'all 1 1/1',
      'hofstede 2 1/1',
      'loes 3 1/1',
    ]);
  });
});
