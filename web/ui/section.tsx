import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

type Props = {
  title: string
  lead?: string
  /** How it stands: beside the title. */
  state?: ReactNode
  children?: ReactNode
  className?: string | undefined
}

/** A part of a screen as a card: a heading, what it is about, and what can be done there. */
export const Section = ({ title, lead, state, children, className }: Props) => {
  const id = useId()
  return (
    <section className={className ? `${classes.card} ${className}` : classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {state}
      </div>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  )
}
