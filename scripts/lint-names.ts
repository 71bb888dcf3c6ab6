import type { RuleTester } from 'oxlint/plugins-dev';

/**
 * Words of docs/glossary.md ("Words we do not use") that a name can be refused by without knowing its meaning, with the
 * word of the field. A word that is right elsewhere, such as `at` or `one`, is left to the reader.
 */
const banned: readonly (readonly [stem: RegExp, instead: string])[] = [
  [/^most[A-Z]/, 'max'],
  [/^least[A-Z]/, 'min'],
  [/^refuseStale/, 'assertVersion'],
  [/^Neighbours$|^relationFollowers$/, 'RecordLinks, blocks, onRemoved'],
  [/^recordAudit$/, 'audit'],
  [/^holdOpen[A-Z]/, 'lock'],
  [/OrRefuse$|^orRefuse$/, 'WithLock, notFoundOrForbidden'],
  [/InAMoment$/, 'processInline'],
  [/^Looked$/, 'Extraction'],
  [/Doors$/, 'mountPublicEndpoints'],
  [/^mailOff/, 'unsubscribe'],
  [/^worn$/, 'degraded'],
  [/^spoken[A-Z]/, 'snapshot'],
];

/** Refuses names in a dialect of our own. */
export const plainNames: Parameters<RuleTester['run']>[1] = {
  meta: { type: 'problem', messages: { banned: '{{name}}: say {{instead}} (docs/glossary.md).' } },
  create: (context) => ({
    Identifier(node) {
      const found = banned.find(([stem]) => stem.test(node.name));
      if (found) context.report({ node, messageId: 'banned', data: { name: node.name, instead: found[1] } });
    },
  }),
};

export default { meta: { name: 'words' }, rules: { 'plain-names': plainNames } };
