import { useTranslation } from 'react-i18next'
import { CallError } from '#web/core/call.ts'
import { useErrorText } from '#web/core/error-text.ts'
import { useSession } from '#web/core/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { CurrencySection } from './currency-section.tsx'
import { GoogleSection, MailSection } from './installation-sections.tsx'
import { MaintenanceSection } from './maintenance-section.tsx'
import { PanelSection, SecondFactorSection } from './role-sections.tsx'
import classes from './settings.module.css'
import { useSettings } from './use-settings.ts'

/** What an administrator decides for the whole prefix. */
export default function SettingsScreen() {
  const { t } = useTranslation(['settings', 'shell', 'list'])
  const textOf = useErrorText()
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  const { settings, error, refetch, change, changing, failure, mayEdit } = useSettings()
  const title = t('shell:screens.settings')
  if (!settings && error)
    return (
      <div className={classes.screen}>
        <PageHead title={title} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    )
  const conflict = failure instanceof CallError && failure.status === 409
  const props = settings && { settings, change, busy: changing || !mayEdit }
  return (
    <div className={classes.screen}>
      <PageHead title={title} context={t('context', { prefix: t(`shell:prefixes.${prefix}`) })} />
      <div role="alert">
        {failure && <p className={classes.failure}>{conflict ? t('conflict') : textOf(failure)}</p>}
      </div>
      {props ? (
        <>
          <MaintenanceSection {...props} />
          <CurrencySection rates={props.settings.rates} mayEdit={mayEdit} />
          <SecondFactorSection {...props} />
          <PanelSection {...props} />
          <GoogleSection google={props.settings.google} />
          <MailSection mail={props.settings.mail} />
        </>
      ) : (
        <div className={classes.bones} role="status" aria-label={t('list:loading')} />
      )}
    </div>
  )
}
