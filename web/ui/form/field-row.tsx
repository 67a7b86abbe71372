import type { ReactNode } from 'react'
import classes from './form.module.css'

/** Fields that are read as one: from and to, amount and currency, postal code and town. All others stand one under the other. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className={classes.row} data-field-row>
    {children}
  </div>
)

/** Fields that count as they are changed, without a form that is sent: one column, as wide as those of a form. */
export const FieldStack = ({ children }: { children: ReactNode }) => <div className={classes.stack}>{children}</div>
