import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getAccount } from '#contract/clients/client.ts'
import { cancelOpening, getOpening, type Opening, openWithReceived } from '#contract/openings.ts'
import { call } from '#web/core/call.ts'
import { useErrorText } from '#web/core/error-text.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { CancelOpeningDialog } from '#web/domain/cancel-opening-dialog.tsx'
import { OpeningQuote } from '#web/domain/opening-quote.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './clients.module.css'

type Place = { clientId: string; accountId: string }

const Actions = ({ opening, place }: { opening: Opening; place: Place }) => {
  const { t } = useTranslation('openings')
  const client = useQueryClient()
  const textOf = useErrorText()
  const [canceling, setCanceling] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const open = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await call(openWithReceived, { params: place, body: { version: opening.version } })
      await client.invalidateQueries()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const isDraft = opening.offerUntil === null
  const isHeldOutside = opening.holders.some(({ clientId }) => clientId === null)
  return (
    <>
      {isDraft && isHeldOutside && <p className={classes.muted}>{t('part.holderOutside')}</p>}
      <div className={classes.inOut}>
        {isDraft && !isHeldOutside && (
          <Button component={Link} to={`/clientes/${place.clientId}/cuentas/${place.accountId}/editar`}>
            {t('part.goOn')}
          </Button>
        )}
        {opening.mayOpenWithReceived && (
          <Button disabled={busy} onClick={() => void open()}>
            {t('part.openWithReceived')}
          </Button>
        )}
        <Button variant="default" onClick={() => setCanceling(true)}>
          {t(isDraft ? 'part.discard' : 'part.cancel')}
        </Button>
      </div>
      <div role="alert">{failure !== null && <p>{textOf(failure)}</p>}</div>
      {canceling && (
        <CancelOpeningDialog
          isDraft={isDraft}
          onClose={() => setCanceling(false)}
          onSend={async (reason) => {
            await call(cancelOpening, { params: place, body: { reason } })
            await client.invalidateQueries()
          }}
        />
      )}
    </>
  )
}

/** The opening as long as the account says that it is one: whatever makes both stale, the account is asked first. */
const useOpening = (place: Place) => {
  const client = useQueryClient()
  return useQuery({
    queryKey: [getOpening.path, 'of account', place],
    queryFn: async ({ signal }) => {
      const account = read(getAccount, { params: { clientId: place.clientId, accountId: place.accountId } })
      const { status } = await client.fetchQuery({ ...account, staleTime: Number.POSITIVE_INFINITY })
      return status === 'draft' || status === 'pending' ? call(getOpening, { params: place }, { signal }) : null
    },
  })
}

/** What an account on its way waits for, what it would earn, and what can be done about it. */
export const OpeningPart = (place: Place) => {
  const { t } = useTranslation('openings')
  const format = useFormat()
  const mayEdit = useCan('bt_Pendientes', 'edit')
  const { data: opening, error, refetch } = useOpening(place)
  // What has just opened is no opening any more: the page goes on as soon as the account says so, without an error in between.
  if (!opening) return error && <ErrorState error={error} onRetry={() => void refetch()} />
  const until = opening.offerUntil && format.date(opening.offerUntil)
  return (
    <>
      <Section title={t('part.title')} lead={t(opening.late ? 'part.late' : `part.waitsFor.${opening.waitsFor}`)}>
        <FactGrid
          facts={[
            [t('fields.amount'), format.money(opening.wanted.amount)],
            [t('part.received'), format.money(opening.received)],
            [t('part.missing'), format.money(opening.missing)],
            ...(until ? [[t('part.offerUntil'), until] as const] : []),
          ]}
        />
        {mayEdit && <Actions opening={opening} place={place} />}
      </Section>
      {opening.quote && <OpeningQuote quote={opening.quote} />}
    </>
  )
}
