import { defineConfig, type OxlintOverride } from 'oxlint';

// One table of areas and arrows (docs/architecture.md). Each area may use every area to its right, through its
// index.ts only; zones are made from the table, so a new area is guarded from birth.
const areas = ['billing', 'releases', 'invoicing', 'documents', 'annotations', 'core', 'identity'] as const;
// Beside the row: what each may use of it.
const besides = {
  workorders: ['annotations', 'core', 'identity'],
  carpetline: ['annotations', 'core', 'identity'],
  // Invoices of work orders: where the two meet.
  purchases: ['invoicing', 'workorders', 'documents', 'annotations', 'core', 'identity'],
} as const;
// Its cards stand on the screens of invoices and of work orders, which ask its routes.
const serverOnly: readonly string[] = ['purchases'];
const everyArea = [...areas, ...Object.keys(besides)];

function mayUse(area: string): readonly string[] {
  const index = areas.findIndex((name) => name === area);
  if (index >= 0) return areas.slice(index + 1);
  return Object.entries(besides).find(([name]) => name === area)?.[1] ?? [];
}

/** Patterns of imports that a part of the tree may not use. */
function forbid(groups: readonly string[], message: string) {
  return { group: [...groups], message };
}

// The recognition library is used through its index.ts. The matcher process needs dates and must stay small.
const insideRecognition = forbid(
  ['#server/recognition/**', '!#server/recognition/index.ts'],
  'recognition only through its index.ts',
);

function recognitionFor(area: string) {
  return area === 'documents'
    ? forbid([...insideRecognition.group, '!#server/recognition/text/dates.ts'], insideRecognition.message)
    : forbid(['#server/recognition/**'], 'only documents uses recognition');
}

function areaZone(side: 'server' | 'portal', area: string) {
  const foreign = everyArea.filter((other) => other !== area);
  const closed = foreign.filter((other) => !mayUse(area).includes(other));
  const open = foreign.filter((other) => mayUse(area).includes(other));
  return {
    files: [`${side}/src/features/${area}/**`],
    excludeFiles: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            forbid([`#${side}/app/*`, `#${side}/app/**`, '**/app/**'], 'features never import app'),
            forbid(
              [
                side === 'server' ? '#portal/*' : '#server/*',
                side === 'server' ? '#portal/**' : '#server/**',
              ],
              'server and portal share the contract only',
            ),
            recognitionFor(area),
            ...(closed.length > 0
              ? [
                  forbid(
                    closed.flatMap((other) => [`#${side}/features/${other}/**`, `**/../${other}/**`]),
                    `${area} may not use these areas`,
                  ),
                ]
              : []),
            ...(open.length > 0
              ? [
                  forbid(
                    open.flatMap((other) => [
                      `#${side}/features/${other}/**`,
                      `!#${side}/features/${other}/index.ts`,
                    ]),
                    "only through the other area's index.ts",
                  ),
                ]
              : []),
          ],
        },
      ],
    },
  } satisfies OxlintOverride;
}

function importZone(files: readonly string[], groups: readonly string[], message: string) {
  return patternZone(files, [forbid(groups, message)]);
}

function patternZone(files: readonly string[], patterns: readonly ReturnType<typeof forbid>[]) {
  return {
    files: [...files],
    excludeFiles: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [...patterns] }] },
  } satisfies OxlintOverride;
}

/**
 * Programs beside the product use areas through their index.ts, and what `testing/` makes for them; `inner` are the
 * other files that these programs reach.
 */
function programZone(files: readonly string[], inner: readonly string[] = []) {
  const open = ['#server/features/*/index.ts', '#server/features/*/testing/**', ...inner];
  return importZone(
    files,
    ['#server/features/**', '**/../features/**', ...open.map((path) => `!${path}`)],
    "only through the area's index.ts, or its testing folder",
  );
}

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'promise', 'vitest', 'oxc', 'unicorn'],
  jsPlugins: ['./scripts/lint-replies.ts', './scripts/lint-names.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist/**', 'data/**', 'coverage/**', 'client/api.d.ts'],
  rules: {
    'words/plain-names': 'error',
    'import/no-cycle': 'error',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-named-as-default': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/consistent-type-imports': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
    // The compiler proves exhaustive switches; hooks of Fastify answer or fall through.
    'consistent-return': 'off',
    'typescript/consistent-return': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/require-mock-type-parameters': 'off',
    // expect(value, message) is vitest's own; journeys and helpers assert by waiting.
    'vitest/valid-expect': 'off',
    'vitest/expect-expect': 'off',
    // Fastify is not Express.
    'oxc/no-async-endpoint-handlers': 'off',
    // <output> and <fieldset> look and behave differently; the roles are what is meant.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-generated-empty-object-type': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
  },
  overrides: [
    {
      files: ['server/src/**'],
      excludeFiles: ['**/*.test.ts', '**/testing/**'],
      rules: {
        'balie/no-awaited-reply': 'error',
        // Conditions on what the types know to be always true, always false or anything at all: that is what is left of
        // a reply that was awaited.
        'typescript/strict-boolean-expressions': [
          'error',
          {
            allowAny: false,
            allowNullableBoolean: true,
            allowNullableEnum: true,
            allowNullableNumber: true,
            allowNullableObject: true,
            allowNullableString: true,
          },
        ],
      },
    },
    importZone(['contract/**'], ['#server/**', '#portal/**'], 'contract imports nothing of ours'),
    patternZone(
      ['server/src/recognition/**'],
      [
        forbid(
          [
            '#server/features/**',
            '#server/app/**',
            '#server/commands/**',
            '#server/samples/**',
            '#portal/**',
          ],
          'recognition is a library',
        ),
        forbid(
          [
            '#server/platform/**',
            ...['pdf', 'ocr', 'files'].map((folder) => `!#server/platform/${folder}/**`),
          ],
          'recognition uses pdf, ocr and files of the platform only',
        ),
      ],
    ),
    patternZone(
      ['server/src/samples/**'],
      [
        forbid(['#server/features/**', '#server/app/**', '#portal/**'], 'samples know no area'),
        insideRecognition,
      ],
    ),
    patternZone(['server/src/app/**', 'server/src/commands/**'], [insideRecognition]),
    importZone(
      ['server/src/platform/**'],
      [
        '#server/features/**',
        '#server/recognition/**',
        '#server/samples/**',
        '#server/app/**',
        '**/features/**',
        '#portal/**',
      ],
      'platform knows no business',
    ),
    importZone(
      ['portal/src/kit/**'],
      ['#portal/features/**', '#portal/app/**', '**/features/**', '#server/**'],
      'kit knows no business',
    ),
    importZone(
      ['portal/src/app/**', 'portal/src/boot/**'],
      ['#server/**'],
      'portal and server share the contract only',
    ),
    programZone(['server/src/commands/**', 'bench/**']),
    // They score and calibrate recognition itself, which becomes a module of its own.
    programZone(
      ['server/src/commands/score.ts', 'server/src/commands/calibrate.ts'],
      ['recognition', 'samples', 'triggers'].map((folder) => `#server/features/documents/${folder}/**`),
    ),
    // It measures the queries of the list of orders without HTTP around them.
    programZone(
      ['bench/workorders.ts'],
      ['search.job.ts', 'search.repository.ts', 'work-orders.list.ts'].map(
        (file) => `#server/features/workorders/work-orders/${file}`,
      ),
    ),
    // It measures the search and the file of the archive without HTTP around them.
    programZone(['bench/archive.ts'], ['#server/features/invoicing/archive/archive.service.ts']),
    programZone(['bench/archive-period.ts'], ['#server/features/invoicing/archive/archive-file.job.ts']),
    programZone(['bench/invoices.ts'], ['#server/features/invoicing/invoices/invoices.repository.ts']),
    ...everyArea.map((area) => areaZone('server', area)),
    ...everyArea.filter((area) => !serverOnly.includes(area)).map((area) => areaZone('portal', area)),
  ],
});
