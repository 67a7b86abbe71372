import { Button, NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getWithholding, payers, setPayer, type Withholding } from '#contract/withholding.ts'
import { call } from '#web/core/call.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'
import { WaitingChanges } from './waiting-changes.tsx'
import { WithholdingRates } from './withholding-rates.tsx'

type Payer = Withholding['payer']
const withholding = read(getWithholding, {})

/** What the firm is as a payer: asked before it is changed, since every posting from then on follows it. */
const PayerSection = ({
  payer,
  onChange,
}: {
  payer: Payer
  onChange: ((after: Payer, reason: string) => Promise<void>) | null
}) => {
  const { t } = useTranslation(['withholding', 'limits'])
  const [wanted, setWanted] = useState(payer)
  const [asking, setAsking] = useState(false)
  return (
    <Section title={t('payer.title')} lead={t('payer.lead')}>
      <NativeSelect
        className={classes.short}
        label={t('payer.label')}
        value={wanted}
        disabled={!onChange}
        data={payers.map((value) => ({ value, label: t(`payers.${value}`) }))}
        onChange={({ currentTarget }) => setWanted(currentTarget.value as Payer)}
      />
      {onChange && wanted !== payer && (
        <div>
          <Button onClick={() => setAsking(true)}>{t('payer.change')}</Button>
        </div>
      )}
      {asking && onChange && (
        <ReasonDialog
          title={t('payer.confirmTitle')}
          text={t('payer.confirmText', { payer: t(`payers.${wanted}`) })}
          action={t('limits:propose')}
          label={t('limits:reason')}
          hint={t('limits:reasonHint')}
          onSend={(reason) => onChange(wanted, reason.trim())}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

/** What the prefix withholds from interest, and as what. */
export const WithholdingPart = () => {
  const { t } = useTranslation('list')
  const client = useQueryClient()
  const mayEdit = useCan('bt_Ajustes', 'edit')
  const { data, error, refetch } = useQuery(withholding)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={classes.bones} role="status" aria-label={t('loading')} />
  const keep = (after: Withholding): void => {
    client.setQueryData(withholding.queryKey, after)
  }
  const change = async (after: Payer, reason: string): Promise<void> =>
    keep(await call(setPayer, { body: { before: data.payer, after, reason } }))
  return (
    <>
      <WaitingChanges changes={data.waiting} />
      <PayerSection
        key={JSON.stringify([data.payer, data.waiting])}
        payer={data.payer}
        onChange={mayEdit ? change : null}
      />
      <WithholdingRates rates={data.rates} mayEdit={mayEdit} onChanged={keep} />
    </>
  )
}
