import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

type Props = {
  title: string
  /** Why there is nothing, or what to do about it. */
  hint: string
  action?: ReactNode
}

/** Says that there is nothing to show. */
export const EmptyState = ({ title, hint, action }: Props) => (
  <div className={classes.notice} role="status">
    <span className={classes.icon} aria-hidden>
      <IconInbox size={22} stroke={1.6} />
    </span>
    <p className={classes.title}>{title}</p>
    <p className={classes.text}>{hint}</p>
    {action && <div className={classes.action}>{action}</div>}
  </div>
)
