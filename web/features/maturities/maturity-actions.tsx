import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MaturityChoice, releaseMaturity } from '#contract/maturities.ts'
import { call } from '#web/core/call.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import type { Selected } from '#web/ui/list/use-selection.ts'
import { CallDialog } from './call-dialog.tsx'
import { InstructDialog } from './instruct-dialog.tsx'
import classes from './maturities.module.css'

type Props = {
  selected: Selected
  count: number
  filters: object
  products: readonly { id: string; name: string }[]
  /** Whether what is in sight has matured already, and waits. */
  parked: boolean
}

/** What can be done with the accounts that are chosen: of those to come, their instruction; of one, a call, or its payment. */
export const MaturityActions = ({ selected, count, filters, products, parked }: Props) => {
  const { t } = useTranslation('maturities')
  const client = useQueryClient()
  const [doing, setDoing] = useState<'instruct' | 'call' | 'release' | null>(null)
  const [told, setTold] = useState(false)
  const [one] = selected.ids
  const single = !selected.matching && selected.ids.length === 1
  // The filter goes as the address has it: it was held against the contract when it was read.
  const choice = (
    selected.matching ? { by: 'filter', filter: filters } : { by: 'accounts', accountIds: [...selected.ids] }
  ) as MaturityChoice
  const close = (): void => setDoing(null)
  const changed = () => client.invalidateQueries()
  return (
    <span className={classes.actions}>
      {!parked && (
        <Button size="xs" onClick={() => setDoing('instruct')}>
          {t('instruct.action')}
        </Button>
      )}
      {single && !parked && (
        <Button size="xs" variant="default" onClick={() => setDoing('call')}>
          {t('call.action')}
        </Button>
      )}
      {single && parked && (
        <Button size="xs" onClick={() => setDoing('release')}>
          {t('release.action')}
        </Button>
      )}
      <span role="status">{told && t('release.asked')}</span>
      {doing === 'instruct' && (
        <InstructDialog choice={choice} count={count} products={products} onDone={changed} onClose={close} />
      )}
      {doing === 'call' && one && <CallDialog accountId={one} onDone={changed} onClose={close} />}
      {doing === 'release' && one && (
        <ReasonDialog
          title={t('release.title')}
          text={t('release.text')}
          action={t('release.action')}
          label={t('release.reason')}
          hint={t('release.reasonHint')}
          onSend={(reason) =>
            call(releaseMaturity, { params: { accountId: one }, body: { reason } }).then(({ approvalId }) => {
              setTold(approvalId !== null)
              return changed()
            })
          }
          onClose={close}
        />
      )}
    </span>
  )
}
