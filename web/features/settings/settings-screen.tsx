import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { CallError } from '#web/core/call.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SectionTabs } from '#web/ui/section-tabs.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { ChecksSection } from './checks-section.tsx'
import { CurrencySection } from './currency-section.tsx'
import { GoogleSection, MailSection } from './installation-sections.tsx'
import { LedgerAccountsTab } from './ledger-accounts-tab.tsx'
import { MaintenanceSection } from './maintenance-section.tsx'
import { NoticeSettingsTab } from './notice-settings-tab.tsx'
import { PaymentSettingsTab } from './payment-settings-tab.tsx'
import { ReferenceDataTab } from './reference-data-tab.tsx'
import { SecondFactorSection, SettingsPanelSection } from './role-sections.tsx'
import classes from './settings.module.css'
import { useSettings } from './use-settings.ts'
import { WithholdingTab } from './withholding-tab.tsx'

const GeneralSettingsTab = () => {
  const { t } = useTranslation(['settings', 'list'])
  const { settings, error, refetch, change, changing, failure, mayEdit } = useSettings()
  if (!settings && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const conflict = failure instanceof CallError && failure.status === 409
  const props = settings && { settings, change, busy: changing || !mayEdit }
  return (
    <>
      <FailureMessage of={failure}>{conflict ? t('conflict') : undefined}</FailureMessage>
      {props ? (
        <>
          <MaintenanceSection {...props} />
          <CurrencySection rates={props.settings.rates} mayEdit={mayEdit} />
          <SecondFactorSection {...props} />
          <ChecksSection mayEdit={mayEdit} />
          <SettingsPanelSection {...props} />
          <GoogleSection google={props.settings.google} />
          <MailSection mail={props.settings.mail} />
        </>
      ) : (
        <div className={classes.bones} role="status" aria-label={t('list:loading')} />
      )}
    </>
  )
}

const settingsTabs = {
  general: GeneralSettingsTab,
  reference: ReferenceDataTab,
  withholding: WithholdingTab,
  payments: PaymentSettingsTab,
  accounting: LedgerAccountsTab,
  notices: NoticeSettingsTab,
}
type SettingsTabName = keyof typeof settingsTabs

const isSettingsTab = (tabParam: string | null): tabParam is SettingsTabName =>
  tabParam !== null && Object.hasOwn(settingsTabs, tabParam)

/** What an administrator decides for the whole prefix. The part in sight stands in the address. */
export default function SettingsScreen() {
  const { t } = useTranslation(['settings', 'shell'])
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  const [params] = useSearchParams()
  const tabParam = params.get('part')
  const mayAccount = usePermission('bt_Contabilidad', 'view')
  const offered = (Object.keys(settingsTabs) as SettingsTabName[]).filter((one) => one !== 'accounting' || mayAccount)
  const part = isSettingsTab(tabParam) && offered.includes(tabParam) ? tabParam : 'general'
  const Shown = settingsTabs[part]
  return (
    <div className={classes.screen}>
      <PageHead title={t('shell:screens.settings')} context={t('context', { prefix: t(`shell:prefixes.${prefix}`) })} />
      <SectionTabs
        label={t('parts.label')}
        current={part}
        parts={offered.map((one) => ({
          key: one,
          name: t(`parts.${one}`),
          href: one === 'general' ? '/crm/Ajustes' : `/crm/Ajustes?part=${one}`,
        }))}
      />
      <Shown />
    </div>
  )
}
