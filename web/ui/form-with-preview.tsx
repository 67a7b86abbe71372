import type { ReactNode } from 'react'
import classes from './form-with-preview.module.css'

/** A form, and beside it what it would mean, as soon as there is room for both. */
export const FormWithPreview = ({ children }: { children: ReactNode }) => (
  <div className={classes.beside}>{children}</div>
)

type Props = {
  /** It is being worked out, for the first time or anew: what stands there is dimmed. */
  busy: boolean
  ariaLive?: 'polite'
  children: ReactNode
}

/** What a form would mean, under each other. */
export const FormPreview = ({ busy, ariaLive, children }: Props) => (
  <div className={classes.meaning} aria-busy={busy || undefined} aria-live={ariaLive}>
    {children}
  </div>
)
