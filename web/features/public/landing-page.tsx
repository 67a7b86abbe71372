import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { PublicPageFrame } from '#web/ui/public-page-frame.tsx'
import classes from './landing-page.module.css'

const landingSections = ['clients', 'figures', 'access'] as const

/** What Atalaya is, for who comes upon it without an account. */
export default function LandingPage() {
  const { t } = useTranslation(['public', 'shell'])
  const signedIn = useSession((state) => state.userLoggedIn)
  return (
    <PublicPageFrame homeHref="/landing">
      <title>{t('shell:product')}</title>
      <div className={classes.page}>
        <h1 className={classes.title}>{t('landing.title')}</h1>
        <p className={classes.lead}>{t('landing.lead')}</p>
        <Button component={Link} to={signedIn ? '/' : '/auth/login'} size="md">
          {t(signedIn ? 'home' : 'signIn')}
        </Button>
        <ul className={classes.parts}>
          {landingSections.map((part) => (
            <li key={part} className={classes.part}>
              <h2 className={classes.partTitle}>{t(`landing.${part}.title`)}</h2>
              <p className={classes.partText}>{t(`landing.${part}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </PublicPageFrame>
  )
}
