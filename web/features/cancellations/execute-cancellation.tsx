import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { type CancellationQuote, executeCancellation } from '#contract/cancellations.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ActionState } from '#web/ui/use-action.ts'

type Props = { quote: CancellationQuote; action: ActionState; onDone: (message: string) => void }

/** Cancels the account as quoted, once it was asked whether to. */
export const ExecuteCancellationButton = ({ quote, action, onDone }: Props) => {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  const withIdempotencyKey = useIdempotencyKey()
  const [asking, setAsking] = useState(false)
  const [allSigned, setAllSigned] = useState(false)
  const execute = () =>
    action.run(async () => {
      const params = { quoteId: quote.id }
      const { state } = await callEndpoint(
        executeCancellation,
        { params, body: { allSigned } },
        // Whatever came of it, the page shows how it stands now.
        { ...withIdempotencyKey(), refreshOnRefusal: true },
      )
      onDone(t(state === 'done' ? 'execute.done' : 'execute.pending'))
    })
  return (
    <>
      {quote.signature === 'all' && (
        <Checkbox
          label={t('execute.allSigned')}
          checked={allSigned}
          onChange={({ currentTarget }) => setAllSigned(currentTarget.checked)}
        />
      )}
      <Button disabled={action.busy} aria-busy={action.busy} onClick={() => setAsking(true)}>
        {t('execute.action')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('execute.title', { number: quote.accountNumber })}
          text={t('execute.text', {
            net: format.money(quote.net, { euros: true }),
            penalty: format.money(quote.penalty, { euros: true }),
          })}
          action={t('execute.action')}
          onConfirm={() => void execute()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
