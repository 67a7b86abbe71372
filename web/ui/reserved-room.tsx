import type { ReactNode } from 'react'
import classes from './reserved-room.module.css'

type Props = {
  /** As long as what comes: the same words, with figures as wide as they get. */
  sample: ReactNode
  /** Undefined until it is there. */
  children: ReactNode
}

/** The room of words that come late, at every width: what stands under them keeps its place. */
export const ReservedRoom = ({ sample, children }: Props) => (
  <div className={classes.room}>
    <div className={classes.sample} aria-hidden>
      {sample}
    </div>
    <div>{children}</div>
  </div>
)
