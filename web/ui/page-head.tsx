import type { ReactNode } from 'react'
import { pageActionsAttribute } from './page-actions.ts'
import classes from './page-head.module.css'

type Props = {
  title: string
  /** One line: period, scope, count. */
  context?: ReactNode
  /** On a phone it takes lines of its own, or a trend under them, whose room is kept until it comes. */
  hasLongContext?: boolean | 'trend' | undefined
  /** The primary action. */
  action?: ReactNode
  /** Under the title: badges, filters. */
  children?: ReactNode
  /** Title and context share a line, so that more rows of a list are in sight. */
  isCompact?: boolean
}

/** The head of every screen. Names the document too, so that tabs and history say where they lead. */
export const PageHead = ({ title, context, hasLongContext, action, children, isCompact }: Props) => (
  <header className={classes.head} data-compact={isCompact || undefined}>
    <title>{`${title} · Atalaya`}</title>
    <div className={classes.line}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {context && (
          <div className={classes.context} data-long={hasLongContext || undefined}>
            {context}
          </div>
        )}
      </div>
      {action && (
        <div className={classes.action} {...pageActionsAttribute}>
          {action}
        </div>
      )}
    </div>
    {children}
  </header>
)
