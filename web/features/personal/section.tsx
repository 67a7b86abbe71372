import { type ReactNode, useId } from 'react'
import type { Session } from '#contract/session.ts'
import classes from './personal.module.css'

/** What each part of the screen is about. */
export type PartProps = { session: Session }

type Props = {
  title: string
  lead?: string
  /** How it stands: beside the title. */
  state?: ReactNode
  children?: ReactNode
  className?: string | undefined
}

/** A heading, what it is about, and what can be done there. */
export const Section = ({ title, lead, state, children, className }: Props) => {
  const id = useId()
  return (
    <section className={className ? `${classes.card} ${className}` : classes.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h2 id={id} className={classes.cardTitle}>
          {title}
        </h2>
        {state}
      </div>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  )
}
