import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './personal.module.css'

/** Runs of dark cells as one path: 'M3 1h5v1h-5z…'. */
const buildSvgPath = (rows: readonly boolean[][]): string =>
  rows
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('')

/** Text as a QR code, dark on white in both modes: that is what cameras read. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: 4 })
    return { size, path: buildSvgPath(data) }
  }, [text])
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
