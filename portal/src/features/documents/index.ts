export { documentsScreens } from './screens.ts';
export { UploadButton } from './upload/upload-button.tsx';
export { askUploads } from './upload/ask-uploads.ts';
export { Uploads } from './upload/uploads.tsx';
export { useUploadParts } from './upload/upload-context.ts';
export { UploadZone } from './upload/upload-zone.tsx';
export { DestinationFields } from './destination/destination-lazy.tsx';
export type { Destination } from './destination/destination.ts';
export { CorrectionDesk } from './validation/correction-lazy.tsx';
