import type { ReactNode } from 'react'
import classes from './public-page.module.css'
import { PublicPageFrame } from './public-page-frame.tsx'

type Props = {
  /** The status that it is about, large above the title. */
  code?: string
  title: string
  text?: ReactNode
  /** Between text and actions. */
  children?: ReactNode
  actions?: ReactNode
  split?: boolean
}

/** A page outside the shell that says one thing, and the way on. */
export const PublicPage = ({ code, title, text, children, actions, split = false }: Props) => (
  <PublicPageFrame split={split}>
    <title>{`${title} · Atalaya`}</title>
    <div className={split ? `${classes.page} ${classes.left}` : classes.page}>
      {code && (
        <p className={classes.code} aria-hidden>
          {code}
        </p>
      )}
      <h1 className={classes.title}>{title}</h1>
      {text && <p className={classes.text}>{text}</p>}
      {children}
      {actions && <div className={classes.action}>{actions}</div>}
    </div>
  </PublicPageFrame>
)
