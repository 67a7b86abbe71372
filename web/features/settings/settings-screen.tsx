import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { CallError } from '#web/core/call.ts'
import { useCan, useSession } from '#web/core/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Failure } from '#web/ui/message.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { ChecksSection } from './checks-section.tsx'
import { CurrencySection } from './currency-section.tsx'
import { GoogleSection, MailSection } from './installation-sections.tsx'
import { LedgersPart } from './ledgers-part.tsx'
import { MaintenanceSection } from './maintenance-section.tsx'
import { NoticePart } from './notice-part.tsx'
import { PaymentPart } from './payment-part.tsx'
import { ReferencePart } from './reference-part.tsx'
import { PanelSection, SecondFactorSection } from './role-sections.tsx'
import classes from './settings.module.css'
import { useSettings } from './use-settings.ts'
import { WithholdingPart } from './withholding-part.tsx'

const General = () => {
  const { t } = useTranslation(['settings', 'list'])
  const { settings, error, refetch, change, changing, failure, mayEdit } = useSettings()
  if (!settings && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const conflict = failure instanceof CallError && failure.status === 409
  const props = settings && { settings, change, busy: changing || !mayEdit }
  return (
    <>
      <Failure of={failure}>{conflict ? t('conflict') : undefined}</Failure>
      {props ? (
        <>
          <MaintenanceSection {...props} />
          <CurrencySection rates={props.settings.rates} mayEdit={mayEdit} />
          <SecondFactorSection {...props} />
          <ChecksSection mayEdit={mayEdit} />
          <PanelSection {...props} />
          <GoogleSection google={props.settings.google} />
          <MailSection mail={props.settings.mail} />
        </>
      ) : (
        <div className={classes.bones} role="status" aria-label={t('list:loading')} />
      )}
    </>
  )
}

const parts = {
  general: General,
  reference: ReferencePart,
  withholding: WithholdingPart,
  payments: PaymentPart,
  accounting: LedgersPart,
  notices: NoticePart,
}
type Part = keyof typeof parts

const isPart = (wish: string | null): wish is Part => wish !== null && Object.hasOwn(parts, wish)

/** What an administrator decides for the whole prefix. The part in sight stands in the address. */
export default function SettingsScreen() {
  const { t } = useTranslation(['settings', 'shell'])
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  const [params] = useSearchParams()
  const wish = params.get('part')
  const mayAccount = useCan('bt_Contabilidad', 'view')
  const offered = (Object.keys(parts) as Part[]).filter((one) => one !== 'accounting' || mayAccount)
  const part = isPart(wish) && offered.includes(wish) ? wish : 'general'
  const Shown = parts[part]
  return (
    <div className={classes.screen}>
      <PageHead title={t('shell:screens.settings')} context={t('context', { prefix: t(`shell:prefixes.${prefix}`) })} />
      <PartTabs
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
