import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CancellationQuote, executeCancellation } from '#contract/cancellations.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { useWish } from '#web/core/wish-key.ts'
import { Ask } from '#web/ui/ask.tsx'

type Props = { quote: CancellationQuote; onDone: (told: string) => void; onFailure: (failure: unknown) => void }

/** Cancels the account as quoted, once it was asked whether to. */
export const ExecuteQuote = ({ quote, onDone, onFailure }: Props) => {
  const { t } = useTranslation('cancellations')
  const format = useFormat()
  const client = useQueryClient()
  const wish = useWish()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [allSigned, setAllSigned] = useState(false)
  const execute = async (): Promise<void> => {
    setBusy(true)
    onFailure(null)
    try {
      const params = { quoteId: quote.id }
      const { state } = await call(executeCancellation, { params, body: { allSigned } }, wish())
      onDone(t(state === 'done' ? 'execute.done' : 'execute.pending'))
    } catch (error) {
      onFailure(error)
    } finally {
      // Whatever came of it, the page shows how it stands now.
      await client.invalidateQueries()
      setBusy(false)
    }
  }
  return (
    <>
      {quote.signature === 'all' && (
        <Checkbox
          label={t('execute.allSigned')}
          checked={allSigned}
          onChange={({ currentTarget }) => setAllSigned(currentTarget.checked)}
        />
      )}
      <Button disabled={busy} aria-busy={busy} onClick={() => setAsking(true)}>
        {t('execute.action')}
      </Button>
      {asking && (
        <Ask
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
