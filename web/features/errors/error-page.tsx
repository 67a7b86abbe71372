import type { ReactNode } from 'react'
import { Logo } from '#web/ui/logo.tsx'
import classes from './error-page.module.css'

type Props = {
  title: string
  text: string
  children: ReactNode
  /** In the shell, which has the page's main element already. */
  isInShell?: boolean
}

/** A page of its own that says why there is no other, and the way on. */
export const ErrorPage = ({ title, text, children, isInShell = false }: Props) => {
  const Frame = isInShell ? 'div' : 'main'
  return (
    <Frame className={classes.page}>
      <title>{`${title} · Atalaya`}</title>
      <Logo size={40} />
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.action}>{children}</div>
    </Frame>
  )
}
