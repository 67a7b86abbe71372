import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getWithholdingSettings, payerKinds, setPayerKind, type WithholdingSettings } from '#contract/withholding.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'
import { WaitingSettingChanges } from './waiting-changes.tsx'
import { WithholdingRates } from './withholding-rates.tsx'

type WithholdingPayer = WithholdingSettings['payer']
const withholdingQuery = buildQueryOptions(getWithholdingSettings, {})

/** What the firm is as a payer: asked before it is changed, since every posting from then on follows it. */
const WithholdingPayerSection = ({
  payer,
  onChange,
}: {
  payer: WithholdingPayer
  onChange: ((after: WithholdingPayer, reason: string) => Promise<void>) | null
}) => {
  const { t } = useTranslation(['withholding', 'limits'])
  const [chosenPayer, setChosenPayer] = useState<WithholdingPayer | null>(null)
  const selectedPayer = chosenPayer ?? payer
  const [asking, setAsking] = useState(false)
  return (
    <Section id="withholding-payer" title={t('payer.title')} description={t('payer.lead')}>
      <NativeSelect
        className={classes.short}
        label={t('payer.label')}
        value={selectedPayer}
        disabled={!onChange}
        data={payerKinds.map((value) => ({ value, label: t(`payers.${value}`) }))}
        onChange={({ currentTarget }) => setChosenPayer(currentTarget.value as WithholdingPayer)}
      />
      {onChange && selectedPayer !== payer && (
        <div>
          <Button onClick={() => setAsking(true)}>{t('payer.change')}</Button>
        </div>
      )}
      {asking && onChange && (
        <ReasonDialog
          title={t('payer.confirmTitle')}
          text={t('payer.confirmText', { payer: t(`payers.${selectedPayer}`) })}
          action={t('limits:propose')}
          label={t('limits:reason')}
          hint={t('limits:reasonHint')}
          onSend={async (reason) => {
            await onChange(selectedPayer, reason.trim())
            setChosenPayer(null)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

/** What the prefix withholds from interest, and as what. */
export const WithholdingTab = () => {
  const { t } = useTranslation('list')
  const mayEdit = usePermission('bt_Ajustes', 'edit')
  const { data, error, refetch } = useQuery(withholdingQuery)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('loading')} />
  const change = async (after: WithholdingPayer, reason: string): Promise<void> => {
    await callEndpoint(setPayerKind, { body: { before: data.payer, after, reason } })
  }
  return (
    <>
      <WaitingSettingChanges changes={data.waiting} />
      <WithholdingPayerSection payer={data.payer} onChange={mayEdit ? change : null} />
      <WithholdingRates rates={data.rates} mayEdit={mayEdit} />
    </>
  )
}
