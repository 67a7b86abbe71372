import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './personal.module.css'

/** Whether something is in force, in words and by its sign. */
export const OnOffBadge = ({ on, children }: { on: boolean; children: ReactNode }) => {
  const Icon = on ? IconCircleCheck : IconCircleDashed
  return (
    <span className={classes.state} data-on={on || undefined}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {children}
    </span>
  )
}
