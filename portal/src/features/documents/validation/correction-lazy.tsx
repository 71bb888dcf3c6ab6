import { lazyPart } from '#portal/kit/lazy-part.tsx';

/** Corrects the values of a document beside its pages; loaded when it is first drawn. */
export const CorrectionDesk = lazyPart(async () => (await import('./correction-desk.tsx')).CorrectionDesk);
