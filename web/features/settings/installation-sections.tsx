import type { Settings } from '#contract/settings.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'

/** Whether people can sign in with Google, and what it takes. */
export const GoogleSection = ({ google }: { google: Settings['google'] }) => {
  const { t } = useTranslation('settings')
  return (
    <Section title={t('google.title')}>
      <p className={classes.fact}>{t(google.configured ? 'google.on' : 'google.off')}</p>
      {google.configured ? (
        <dl className={classes.facts}>
          <div>
            <dt>{t('google.client')}</dt>
            <dd>{google.clientId}</dd>
          </div>
          <div>
            <dt>{t('google.issuer')}</dt>
            <dd>{google.issuer}</dd>
          </div>
        </dl>
      ) : (
        <p className={classes.lead}>{t('google.how')}</p>
      )}
    </Section>
  )
}

/** Where e-mails go, and how many did not get there. */
export const MailSection = ({ mail }: { mail: Settings['mail'] }) => {
  const { t } = useTranslation('settings')
  const format = useFormatters()
  return (
    <Section title={t('mail.title')}>
      <p className={classes.fact}>{t(`mail.${mail.way}`)}</p>
      {mail.way === 'mailbox' && <p className={classes.lead}>{t('mail.how')}</p>}
      <dl className={classes.facts}>
        <div>
          <dt>{t('mail.waiting')}</dt>
          <dd>{format.number(mail.waiting)}</dd>
        </div>
        <div>
          <dt>{t('mail.failed')}</dt>
          <dd>{format.number(mail.failed)}</dd>
        </div>
      </dl>
    </Section>
  )
}
