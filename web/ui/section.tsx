import { type ReactNode, useId } from 'react'
import textClasses from '#web/ui/text.module.css'
import classes from './section.module.css'

type Props = {
  title: string
  description?: string
  /** How it stands: beside the title. */
  state?: ReactNode
  children?: ReactNode
  className?: string | undefined
  /** By which an address leads to it; it then takes the keyboard too. */
  id?: string | undefined
}

/** A part of a screen as a card: a heading, what it is about, and what can be done there. */
export const Section = ({ title, description, state, children, className, id }: Props) => {
  const titleId = useId()
  return (
    <section
      className={className ? `${classes.card} ${className}` : classes.card}
      aria-labelledby={titleId}
      {...(id && { id, tabIndex: -1 })}
    >
      <div className={classes.head}>
        <h2 id={titleId} className={textClasses.title}>
          {title}
        </h2>
        {state}
      </div>
      {description && <p className={textClasses.lead}>{description}</p>}
      {children}
    </section>
  )
}
