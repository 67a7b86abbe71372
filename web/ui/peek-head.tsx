import type { ReactNode } from 'react'
import classes from './peek-head.module.css'

type Props = {
  title: string
  context?: ReactNode
  badges?: ReactNode
}

/** The head of a record that is shown beside its list. */
export const PeekHead = ({ title, context, badges }: Props) => (
  <header className={classes.head}>
    <h2 className={classes.title}>{title}</h2>
    {context && <div className={classes.context}>{context}</div>}
    {badges}
  </header>
)
