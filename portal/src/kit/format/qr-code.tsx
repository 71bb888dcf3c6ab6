import encodeQR from 'qr';

interface QrCodeProps {
  /** What a telephone reads: an address. */
  readonly value: string;
  readonly className?: string | undefined;
}

/** A QR code as squares of one path, in the colour of the text around it; hidden from screen readers, who have the link. */
export function QrCode({ value, className }: QrCodeProps) {
  const rows = encodeQR(value, 'raw', { ecc: 'medium', border: 2 });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={className}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      fill="currentColor"
      aria-hidden
    >
      <path d={path} />
    </svg>
  );
}
