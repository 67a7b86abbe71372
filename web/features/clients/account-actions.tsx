import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { getAccount } from '#contract/clients/client.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { usePermission } from '#web/core/session.ts'
import { ContributionDialog } from '#web/domain/contribution-dialog.tsx'
import { CancellationDialog } from './cancellation-dialog.tsx'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'

/** What may be done with the money of an account, as buttons; and what was done, as a line to be read. */
export const useAccountActions = (account: ResponseBody<typeof getAccount>): { buttons: ReactNode; told: string } => {
  const { t } = useTranslation(['client', 'payments', 'cancellations'])
  const mayContribute = usePermission('bt_Ingresos', 'create')
  const mayWithdraw = usePermission('bt_Retiradas', 'create')
  const mayCancel = usePermission('bt_Cancelaciones', 'create') && account.status === 'active'
  const [asking, setAsking] = useState<'contribution' | 'withdrawal' | 'cancellation' | null>(null)
  const [told, setTold] = useState('')
  const takesMoney = account.status === 'active' || account.status === 'pending'
  // A draft that was refused its bonus may hold what had come for it.
  const hasMoney = (takesMoney || account.status === 'draft') && account.available !== '0.00'
  if (!takesMoney && !hasMoney) return { buttons: null, told }
  const close = (): void => setAsking(null)
  const buttons = (
    <>
      {mayCancel && hasMoney && (
        <Button variant="default" onClick={() => setAsking('cancellation')}>
          {t('cancellations:ask.action')}
        </Button>
      )}
      {mayWithdraw && hasMoney && (
        <Button variant="default" onClick={() => setAsking('withdrawal')}>
          {t('payments:request.action')}
        </Button>
      )}
      {mayContribute && takesMoney && (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsking('contribution')}>
          {t('client:contribution.action')}
        </Button>
      )}
      {asking === 'contribution' && <ContributionDialog account={account} onDone={setTold} onClose={close} />}
      {asking === 'cancellation' && <CancellationDialog account={account} onClose={close} />}
      {asking === 'withdrawal' && (
        <WithdrawalDialog
          account={account}
          onDone={setTold}
          onClose={close}
          onCancelAccount={mayCancel ? () => setAsking('cancellation') : null}
        />
      )}
    </>
  )
  return { buttons, told }
}
