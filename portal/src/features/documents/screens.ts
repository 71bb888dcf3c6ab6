import type { Screen } from '#portal/kit/screens.tsx';

/** The screens of validation, unknown documents, triggers, the board and the intake log. */
export const documentsScreens: readonly Screen[] = [
  {
    name: 'invoicerecognitiondata:index',
    path: '/fmmodule/invoicerecognition',
    title: 'documentsWork.recognition.title',
    prefix: 'fmmodule',
    suffix: 'user',
    load: async () => (await import('./validation/validation-list.tsx')).ValidationList,
  },
  {
    name: 'invoicerecognitiondata:detail',
    path: '/fmmodule/invoicerecognition/{documentId}',
    title: 'documentsWork.recognition.one',
    prefix: 'fmmodule',
    suffix: 'user',
    load: async () => (await import('./validation/validation-detail.tsx')).ValidationDetail,
  },
  {
    name: 'documents:index',
    path: '/fmmanagement/documents',
    title: 'documentsWork.unknown.title',
    prefix: 'fmmanagement',
    suffix: 'user',
    load: async () => (await import('./unknown-documents/unknown-documents-list.tsx')).UnknownDocumentsList,
  },
  {
    name: 'documents:detail',
    path: '/fmmanagement/documents/{documentId}',
    title: 'documentsWork.document.one',
    prefix: 'fmmanagement',
    suffix: 'user',
    load: async () => (await import('./unknown-documents/document-detail.tsx')).DocumentDetail,
  },
  {
    name: 'document-triggers:detail',
    path: '/fmmanagement/documents/{documentId}/{triggerId}',
    title: 'documentsWork.trigger.one',
    prefix: 'fmmanagement',
    // Below its document in the menu too, but with the permission on triggers.
    permission: 'triggers',
    load: async () => (await import('./triggers/trigger-editor.tsx')).TriggerEditor,
  },
  {
    name: 'triggers:index',
    path: '/fmmanagement/triggers',
    title: 'documentsWork.triggers.title',
    prefix: 'fmmanagement',
    load: async () => (await import('./triggers/triggers-list.tsx')).TriggersList,
  },
  {
    name: 'triggers:update',
    path: '/fmmanagement/triggers/{triggerId}',
    title: 'documentsWork.trigger.one',
    prefix: 'fmmanagement',
    load: async () => (await import('./triggers/trigger-editor.tsx')).TriggerAlone,
  },
  {
    name: 'board:index',
    path: '/fmmanagement/board',
    title: 'documentsWork.board.title',
    prefix: 'fmmanagement',
    load: async () => (await import('./board/board-list.tsx')).BoardList,
  },
  {
    name: 'board:detail',
    path: '/fmmanagement/board/{supplierId}',
    title: 'documentsWork.memory.title',
    prefix: 'fmmanagement',
    load: async () => (await import('./board/supplier-memory.tsx')).SupplierMemory,
  },
  {
    name: 'intake-log:index',
    path: '/fmmodule/intake-log',
    title: 'documentsWork.intake.title',
    texts: ['documents'],
    prefix: 'fmmodule',
    load: async () => (await import('./intake-log/intake-log-list.tsx')).IntakeLogList,
  },
];
