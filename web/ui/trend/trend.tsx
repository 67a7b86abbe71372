import { Link } from 'react-router'
import { buildSparkline, toSvgPath } from './sparkline.ts'
import classes from './trend.module.css'

type Props = {
  /** Oldest first; null where there was nothing to measure. */
  values: readonly (string | null)[]
  /** What it is of and over which time, for screen readers: 'Capital, últimos 12 meses'. */
  label: string
  /** How it changed and against what: '+3,2 % desde el 31/10/2026'. Null where nothing can be compared. */
  change: string | null
  /** Where its rows are. */
  href?: string | undefined
}

const size = { width: 72, height: 20, margin: 2 }

/** Beside a key figure: how it came to be, as a line without axes, and its change in words. */
export const Trend = ({ values, label, change, href }: Props) => {
  const points = buildSparkline(
    values.map((value) => (value === null ? null : Number(value))),
    size,
  )
  const last = points.findLast((point) => point !== null)
  const content = (
    <>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} width={size.width} height={size.height} aria-hidden>
        <path className={classes.line} d={toSvgPath(points)} />
        {last && <circle className={classes.end} cx={last.x} cy={last.y} r={2} />}
      </svg>
      {change}
    </>
  )
  const name = [label, change].filter(Boolean).join(': ')
  if (!href)
    return (
      <span className={classes.trend} role="img" aria-label={name}>
        {content}
      </span>
    )
  return (
    <Link className={classes.trend} to={href} preventScrollReset={href.startsWith('?')} aria-label={name}>
      {content}
    </Link>
  )
}
