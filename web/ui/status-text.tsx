import { statusMessages } from '#web/core/call.ts'
import classes from './status-text.module.css'

/** The specification's own words for a status, beside those of the page's language. */
export const HttpStatusText = ({ status }: { status: 401 | 403 }) => (
  <span className={classes.status} lang="en" translate="no">
    {status} · {statusMessages[status]}
  </span>
)
