import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tenantFacts } from '#contract/core/tenants.ts'
import { getPaymentSettings, type PaymentSettings } from '#contract/settings/payments.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan, useSession } from '#web/core/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ContributionRulesSection } from './contribution-rules-section.tsx'
import { FirmAccountSection } from './firm-account-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { PaymentRatesSection } from './payment-rates-section.tsx'
import classes from './settings.module.css'
import { WaitingChanges } from './waiting-changes.tsx'

const query = read(getPaymentSettings, {})

/** Where the firm pays from, and what each role may do without a second person. */
export const PaymentPart = () => {
  const { t } = useTranslation(['limits', 'list'])
  const format = useFormat()
  const client = useQueryClient()
  const mayEdit = useCan('bt_Ajustes', 'edit')
  const payCurrency = useSession(({ selectedDatabasePrefix: prefix }) => tenantFacts[prefix].payCurrency)
  const { data, error, refetch } = useQuery(query)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={classes.bones} role="status" aria-label={t('list:loading')} />
  const keep = (after: PaymentSettings): void => {
    client.setQueryData(query.queryKey, after)
  }
  const common = { mayEdit, onChanged: keep }
  return (
    <>
      <WaitingChanges changes={data.waiting} />
      <FirmAccountSection
        key={JSON.stringify([data.firmAccount, data.waiting])}
        account={data.firmAccount}
        {...common}
      />
      {payCurrency !== 'EUR' && <PaymentRatesSection mayEdit={mayEdit} />}
      <LimitsSection
        kind="withdrawal"
        rows={data.withdrawals.map(({ amount, ...row }) => ({
          ...row,
          limit: amount === null ? t('withdrawal.any') : format.money(amount, { euros: true }),
        }))}
        {...common}
      />
      <LimitsSection
        kind="contribution"
        rows={data.contributions.map(({ amount, ...row }) => ({
          ...row,
          limit: amount === null ? t('withdrawal.any') : format.money(amount, { euros: true }),
        }))}
        {...common}
      />
      <ContributionRulesSection
        key={JSON.stringify([data.contributionRules, data.waiting])}
        rules={data.contributionRules}
        {...common}
      />
      <LimitsSection
        kind="bonus"
        rows={data.bonuses.map(({ points, ...row }) => ({ ...row, limit: format.decimal(points) }))}
        {...common}
      />
    </>
  )
}
