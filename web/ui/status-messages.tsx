import type { ReactNode } from 'react'
import { useErrorMessage } from '#web/core/error-text.ts'
import classes from './status-messages.module.css'

/** Why something didn't work, in words of its own if given, said at once to those who don't see it too. Stands there empty before, or nobody would be told. */
export const FailureMessage = ({ of, children }: { of: unknown; children?: ReactNode }) => {
  const textOf = useErrorMessage()
  const failed = of !== null && of !== undefined
  return <div role="alert">{failed && <div className={classes.failure}>{children ?? textOf(of)}</div>}</div>
}

/** That something was done, in the same way. */
export const SuccessMessage = ({ children }: { children: ReactNode }) => (
  <div role="status">{children && <p className={classes.done}>{children}</p>}</div>
)

/** What to know before going on. */
export const Notice = ({ children }: { children: ReactNode }) => <p className={classes.notice}>{children}</p>
