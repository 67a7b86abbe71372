import type { ReactNode } from 'react'
import { useFormatters } from '#web/core/format.ts'
import classes from './timeline.module.css'

export type TimelineStep = {
  /** When it happened; a word where it has yet to. */
  at: string | { pendingText: string }
  text: string
  /** Why. */
  note?: ReactNode
}

/** What something has been through, in its order, and what is still to come. */
export const Timeline = ({ steps }: { steps: readonly TimelineStep[] }) => {
  const format = useFormatters()
  return (
    <ol className={classes.timeline}>
      {steps.map(({ at, text, note }) => (
        <li key={`${typeof at === 'string' ? at : ''} ${text}`}>
          {typeof at === 'string' ? (
            <time dateTime={at}>{format.dateTime(at || null)}</time>
          ) : (
            <span className={classes.ahead}>{at.pendingText}</span>
          )}
          <span>
            {text}
            {note && <span className={classes.note}>{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
