import type { ReactNode } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { PublicPageFrame } from '#web/ui/public-page-frame.tsx'
import classes from './auth-layout.module.css'
import { useAuthLocation } from './auth-location.ts'

type Props = {
  /** Of the page and of its tab. */
  title: string
  description?: string
  children: ReactNode
  contentBelow?: ReactNode
  /** Room for two forms beside each other. */
  wide?: boolean
}

/** The frame of signing in: one card on the background pattern, or, for the pages named "2", beside it. */
export const AuthLayout = ({ title, description, children, contentBelow, wide = false }: Props) => {
  const { t } = useTranslation('auth')
  const { split } = useAuthLocation()
  const card = [classes.card, split && classes.bare, wide && classes.wide].filter(Boolean).join(' ')
  return (
    <PublicPageFrame split={split} homeHref="/landing" {...(!split && { footerText: t('claim') })}>
      <title>{`${title} · Atalaya`}</title>
      <div className={card}>
        <h1 className={classes.title}>{title}</h1>
        {description && <p className={classes.lead}>{description}</p>}
        {children}
      </div>
      {contentBelow}
    </PublicPageFrame>
  )
}
