import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getOfferedLanguages } from '#contract/core/languages.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import classes from './public-page-frame.module.css'

type Props = {
  children: ReactNode
  /** The pattern on a side of its own. */
  split?: boolean
  /** Where the firm's mark leads. */
  homeHref?: string
  footerText?: string
  /** Whose page it is for people who are no users: named instead of the product, and leads nowhere. */
  firm?: string
}

const publicLanguages = ['spanish', 'english', 'portuguese'] as const

/** Around every page outside the shell: the firm's mark, the languages, the background pattern. */
export const PublicPageFrame = ({ children, split = false, homeHref = '/', footerText, firm }: Props) => {
  const { t } = useTranslation(['auth', 'shell'])
  const prefix = useSession((state) => state.session?.prefix)
  const brand = firm ? (
    <span className={classes.brand}>{firm}</span>
  ) : (
    <Link to={homeHref} className={classes.brand}>
      <Logo size={32} />
      {t('shell:product')}
    </Link>
  )
  return (
    <div className={split ? `${classes.page} ${classes.split}` : classes.page}>
      {split && (
        <aside className={classes.art}>
          {brand}
          <p className={classes.saying}>{t('claim')}</p>
        </aside>
      )}
      <header className={classes.head}>
        {!split && brand}
        <LanguageSwitch offered={prefix ? getOfferedLanguages(prefix) : publicLanguages} />
      </header>
      <main className={classes.main}>{children}</main>
      {footerText && <footer className={classes.foot}>{footerText}</footer>}
    </div>
  )
}
