import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'
import { Logo } from '#web/ui/logo.tsx'
import classes from './auth-layout.module.css'

/** The frame of signing in: one card on the background pattern. */
export const AuthLayout = ({ children, below }: { children: ReactNode; below?: ReactNode }) => {
  const { t } = useTranslation(['auth', 'shell'])
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <span className={classes.brand}>
          <Logo size={32} />
          {t('shell:product')}
        </span>
        <LanguageSwitch offered={['spanish', 'english', 'portuguese']} />
      </header>
      <main className={classes.main}>
        <div className={classes.card}>{children}</div>
        {below}
      </main>
      <footer className={classes.foot}>{t('claim')}</footer>
    </div>
  )
}
