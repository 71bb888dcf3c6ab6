export { AttachmentsCard } from './attachments/attachments-card.tsx';
export { NotesCard } from './notes/notes-card.tsx';
