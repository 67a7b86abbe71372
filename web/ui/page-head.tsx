import type { ReactNode } from 'react'
import classes from './page-head.module.css'

type Props = {
  title: string
  /** One line: period, scope, count. */
  context?: ReactNode
  /** The primary action. */
  action?: ReactNode
  /** Under the title: badges, filters. */
  children?: ReactNode
}

/** The head of every screen. Names the document too, so that tabs and history say where they lead. */
export const PageHead = ({ title, context, action, children }: Props) => (
  <header className={classes.head}>
    <title>{`${title} · Atalaya`}</title>
    <div className={classes.line}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {context && <div className={classes.context}>{context}</div>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
    {children}
  </header>
)
