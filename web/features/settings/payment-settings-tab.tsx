import { useQuery } from '@tanstack/react-query'
import { tenantFacts } from '#contract/core/tenants.ts'
import { getPaymentSettings } from '#contract/settings/payments.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { ContributionRulesSection } from './contribution-rules-section.tsx'
import { FirmAccountSection } from './firm-account-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { PaymentRatesSection } from './payment-rates-section.tsx'
import { WaitingSettingChanges } from './waiting-changes.tsx'

const paymentSettingsQuery = buildQueryOptions(getPaymentSettings, {})

/** Where the firm pays from, and what each role may do without a second person. */
export const PaymentSettingsTab = () => {
  const { t } = useTranslation(['limits', 'list'])
  const format = useFormatters()
  const mayEdit = usePermission('bt_Ajustes', 'edit')
  const payCurrency = useSession(({ selectedDatabasePrefix: prefix }) => tenantFacts[prefix].payCurrency)
  const { data, error, refetch } = useQuery(paymentSettingsQuery)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
  return (
    <>
      <WaitingSettingChanges changes={data.waiting} />
      <FirmAccountSection account={data.firmAccount} mayEdit={mayEdit} />
      {payCurrency !== 'EUR' && <PaymentRatesSection mayEdit={mayEdit} />}
      <LimitsSection
        kind="withdrawal"
        rows={data.withdrawals.map(({ amount, ...row }) => ({
          ...row,
          limit: amount === null ? t('withdrawal.any') : format.money(amount, { euros: true }),
        }))}
        mayEdit={mayEdit}
      />
      <LimitsSection
        kind="contribution"
        rows={data.contributions.map(({ amount, ...row }) => ({
          ...row,
          limit: amount === null ? t('withdrawal.any') : format.money(amount, { euros: true }),
        }))}
        mayEdit={mayEdit}
      />
      <ContributionRulesSection rules={data.contributionRules} mayEdit={mayEdit} />
      <LimitsSection
        kind="bonus"
        rows={data.bonuses.map(({ points, ...row }) => ({ ...row, limit: format.decimal(points) }))}
        mayEdit={mayEdit}
      />
    </>
  )
}
