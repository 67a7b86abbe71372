import type { ReactNode } from 'react'
import { CallError } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { ChecksSection } from './checks-section.tsx'
import { CurrencySection } from './currency-section.tsx'
import { GoogleSection, MailSection } from './installation-sections.tsx'
import { MaintenanceSection } from './maintenance-section.tsx'
import { SecondFactorSection, SettingsPanelSection } from './role-sections.tsx'
import type { SettingsSectionProps } from './settings-section-props.ts'
import { useSettings } from './use-settings.ts'

type GeneralPartProps = { children: (props: SettingsSectionProps & { mayEdit: boolean }) => ReactNode }

/** A part that shows the settings of the prefix, and what came of changing them. */
const GeneralPart = ({ children }: GeneralPartProps) => {
  const { t } = useTranslation(['settings', 'list'])
  const { settings, error, refetch, change, changing, failure, mayEdit } = useSettings()
  if (!settings && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!settings) return <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
  const conflict = failure instanceof CallError && failure.status === 409
  return (
    <>
      <FailureMessage of={failure}>{conflict ? t('conflict') : undefined}</FailureMessage>
      {children({ settings, change, busy: changing || !mayEdit, mayEdit })}
    </>
  )
}

export const ChecksPart = () => <GeneralPart>{({ mayEdit }) => <ChecksSection mayEdit={mayEdit} />}</GeneralPart>
export const SecondFactorPart = () => (
  <GeneralPart>
    {({ settings, change, busy }) => <SecondFactorSection settings={settings} change={change} busy={busy} />}
  </GeneralPart>
)
export const PanelPart = () => (
  <GeneralPart>
    {({ settings, change, busy }) => <SettingsPanelSection settings={settings} change={change} busy={busy} />}
  </GeneralPart>
)
export const GooglePart = () => (
  <GeneralPart>{({ settings }) => <GoogleSection google={settings.google} />}</GeneralPart>
)
export const MailPart = () => <GeneralPart>{({ settings }) => <MailSection mail={settings.mail} />}</GeneralPart>
export const CurrenciesPart = () => (
  <GeneralPart>{({ settings, mayEdit }) => <CurrencySection rates={settings.rates} mayEdit={mayEdit} />}</GeneralPart>
)
export const MaintenancePart = () => (
  <GeneralPart>
    {({ settings, change, busy }) => <MaintenanceSection settings={settings} change={change} busy={busy} />}
  </GeneralPart>
)
