import { IconFileUpload } from '@tabler/icons-react';
import {
  lazy,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type ReactNode,
} from 'react';
import { satisfies } from '#contract/permissions.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Destination } from '../destination/destination.ts';
import { UploadContext } from './upload-context.ts';
import { useUploadSession } from './use-upload-session.ts';
import styles from './upload.module.css';

const DestinationDialog = lazy(async () => ({
  default: (await import('../destination/destination-dialog.tsx')).DestinationDialog,
}));

const permission = 'fmmodule.documents.create';

/** Lets people drop files anywhere inside it, where they may upload. */
export function UploadZone({ children }: { readonly children: ReactNode }) {
  const { permissions } = useSessionState();
  const mayUpload = satisfies(permissions, `${permission}.company`);
  const choosesCompany = satisfies(permissions, `${permission}.system`);
  const session = useUploadSession();
  const [asking, setAsking] = useState<readonly File[]>([]);

  const send = useCallback(
    async (files: readonly File[], destination: Destination) => {
      const { addFiles } = await import('./upload-store.ts');
      addFiles(files, destination, session);
    },
    [session],
  );
  const take = useCallback(
    (files: readonly File[]) => {
      if (files.length === 0) return;
      if (choosesCompany) setAsking(files);
      else void send(files, {});
    },
    [choosesCompany, send],
  );
  const parts = useMemo(() => ({ mayUpload, take }), [mayUpload, take]);

  return (
    <UploadContext value={parts}>
      {mayUpload ? <DropZone onDrop={take}>{children}</DropZone> : children}
      {asking.length > 0 && (
        <Suspense>
          <DestinationDialog
            files={asking}
            onClose={() => setAsking([])}
            onChoose={(destination) => {
              setAsking([]);
              void send(asking, destination);
            }}
          />
        </Suspense>
      )}
    </UploadContext>
  );
}

function DropZone({ onDrop, children }: { onDrop: (files: readonly File[]) => void; children: ReactNode }) {
  const text = useText();
  // Events of children arrive too: the files have left when there were as many leaves as enters.
  const depth = useRef(0);
  const [isOver, setIsOver] = useState(false);

  function move(event: DragEvent, by: 1 | -1) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current += by;
    setIsOver(depth.current > 0);
  }
  function drop(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current = 0;
    setIsOver(false);
    onDrop([...event.dataTransfer.files]);
  }

  return (
    <div
      className={styles.zone}
      onDragEnter={(event) => move(event, 1)}
      onDragLeave={(event) => move(event, -1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <div className={styles.over}>
          <div className={styles.overCard}>
            <IconFileUpload size={24} stroke={1.75} aria-hidden />
            <strong>{text('documents.drop.title')}</strong>
            <span>{text('documents.drop.hint')}</span>
          </div>
        </div>
      )}
    </div>
  );
}
