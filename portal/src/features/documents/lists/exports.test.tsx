import { configure, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { supplierBoard, triggerBoard } from '#contract/documents/board.ts';
import { intakeLog } from '#contract/documents/intake-log.ts';
import { triggers } from '#contract/documents/triggers.ts';
import { unknownDocuments, unprocessableDocuments } from '#contract/documents/unknown-documents.ts';
import { unvalidated } from '#contract/documents/validation.ts';
import { collectionUrl, type ResourceDefinition } from '#contract/resource.ts';
import { fakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { BoardList } from '../board/board-list.tsx';
import { IntakeLogList } from '../intake-log/intake-log-list.tsx';
import { ValidationList } from '../validation/validation-list.tsx';
import { documentsScreens } from '../screens.ts';
import { TriggersList } from '../triggers/triggers-list.tsx';
import { UnknownDocumentsList } from '../unknown-documents/unknown-documents-list.tsx';

vi.setConfig({ testTimeout: 20_000 });
configure({ asyncUtilTimeout: 5000 });

const may = [
  'fmmanagement.board.read',
  'fmmanagement.documents.read',
  'fmmanagement.triggers.read',
  'fmmodule.intakelog.read',
  'fmmodule.invoicerecognitiondata.read',
];

beforeEach(() => {
  URL.createObjectURL = () => 'blob:export';
  URL.revokeObjectURL = () => undefined;
});

const lists: readonly [
  name: string,
  Screen: ComponentType,
  path: string,
  at: string,
  resource: ResourceDefinition,
][] = [
  ['validation', ValidationList, '/fmmodule/invoicerecognition', '', unvalidated],
  ['unknown documents', UnknownDocumentsList, '/fmmanagement/documents', '', unknownDocuments],
  [
    'what was set aside',
    UnknownDocumentsList,
    '/fmmanagement/documents',
    '?state=onverwerkbaar',
    unprocessableDocuments,
  ],
  ['triggers', TriggersList, '/fmmanagement/triggers', '', triggers],
  ['the board per supplier', BoardList, '/fmmanagement/board', '', supplierBoard],
  ['the board per trigger', BoardList, '/fmmanagement/board', '?per=triggers', triggerBoard],
  ['the intake log', IntakeLogList, '/fmmodule/intake-log', '', intakeLog],
];

test.each(lists)(
  '%s has views and columns, and exports what the current search finds',
  async (_, Screen, path, at, resource) => {
    const server = fakeServer();
    const url = collectionUrl(resource, {});
    server.list(resource, {}, []);
    server.on('GET', `${url}/export`, () => new Response('a;b'));
    const search = `${at === '' ? '?' : `${at}&`}search=dijk`;
    const { user } = await renderScreen(Screen, {
      path,
      at: path + search,
      server,
      may,
      screens: documentsScreens,
    });
    await user.click(await screen.findByRole('button', { name: 'Lijst downloaden' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV voor Excel' }));
    await waitFor(() =>
      expect(server.calls.map((call) => call.url).find((one) => one.startsWith(`${url}/export?`))).toMatch(
        /query=dijk.*format=csv|format=csv.*query=dijk/,
      ),
    );
    expect(screen.getByRole('button', { name: 'Kolommen kiezen', hidden: true })).toBeTruthy();
  },
);
