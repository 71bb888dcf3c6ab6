import type { Screen } from '#portal/kit/screens.tsx';

/** The screens of recognition, unknown documents and triggers. */
export const documentsScreens: readonly Screen[] = [
  {
    name: 'invoicerecognitiondata:index',
    path: '/fmmodule/invoicerecognition',
    title: 'documentsWork.recognition.title',
    prefix: 'fmmodule',
    suffix: 'user',
    load: async () => (await import('./recognition/recognition-list.tsx')).RecognitionList,
  },
  {
    name: 'invoicerecognitiondata:detail',
    path: '/fmmodule/invoicerecognition/{documentId}',
    title: 'documentsWork.recognition.one',
    prefix: 'fmmodule',
    suffix: 'user',
    load: async () => (await import('./recognition/recognition-detail.tsx')).RecognitionDetail,
  },
];
