import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { cancelOpening, type OpeningDetail, openWithReceivedMoney } from '#contract/openings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermissionCheck } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { CancelOpeningDialog } from '#web/domain/cancel-opening-dialog.tsx'
import { listOpeningActions } from '#web/domain/list-opening-actions.ts'
import { OpeningQuoteSummary } from '#web/domain/opening-quote.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './clients.module.css'
import { useAccountOpeningQuery } from './use-account-opening-query.ts'

type AccountLocation = { clientId: string; accountId: string }

const OpeningActions = ({ opening, place }: { opening: OpeningDetail; place: AccountLocation }) => {
  const { t } = useTranslation('openings')
  const [canceling, setCanceling] = useState(false)
  const { busy, failure, run } = useAction()
  const open = () =>
    run(() => callEndpoint(openWithReceivedMoney, { params: place, body: { version: opening.version } }))
  const isDraft = opening.offerUntil === null
  const isHeldOutside = opening.holders.some(({ clientId }) => clientId === null)
  const actions = listOpeningActions(
    { isDraft, mayOpenWithReceived: opening.mayOpenWithReceived, isHeldOutside },
    usePermissionCheck(),
  )
  if (!actions.includes('cancel')) return null
  return (
    <>
      {isDraft && isHeldOutside && <p className={classes.muted}>{t('part.holderOutside')}</p>}
      <div className={layoutClasses.buttons}>
        {actions.includes('continueDraft') && (
          <Button component={Link} to={`/clientes/${place.clientId}/cuentas/${place.accountId}/editar`}>
            {t('part.goOn')}
          </Button>
        )}
        {actions.includes('openWithReceived') && (
          <Button disabled={busy} onClick={() => void open()}>
            {t('part.openWithReceived')}
          </Button>
        )}
        <Button variant="default" onClick={() => setCanceling(true)}>
          {t(isDraft ? 'part.discard' : 'part.cancel')}
        </Button>
      </div>
      <FailureMessage of={failure} />
      {canceling && (
        <CancelOpeningDialog
          isDraft={isDraft}
          onClose={() => setCanceling(false)}
          onSend={(reason) => callEndpoint(cancelOpening, { params: place, body: { reason } })}
        />
      )}
    </>
  )
}

/** What an account on its way waits for, what it would earn, and what can be done about it. */
export const AccountOpeningSection = (place: AccountLocation) => {
  const { t } = useTranslation('openings')
  const format = useFormatters()
  const { data: opening, error, refetch } = useQuery(useAccountOpeningQuery(place))
  // What has just opened is no opening any more: the page goes on as soon as the account says so, without an error in between.
  if (!opening) return error && <ErrorState error={error} onRetry={() => void refetch()} />
  const until = opening.offerUntil && format.date(opening.offerUntil)
  return (
    <>
      <Section
        title={t('part.title')}
        description={t(opening.late ? 'part.late' : `part.waitsFor.${opening.waitsFor}`)}
      >
        <FactGrid
          facts={[
            [t('fields.amount'), format.money(opening.wanted.amount)],
            [t('part.received'), format.money(opening.received)],
            [t('part.missing'), format.money(opening.missing)],
            ...(until ? [[t('part.offerUntil'), until] as const] : []),
          ]}
        />
        <OpeningActions opening={opening} place={place} />
      </Section>
      {opening.quote && <OpeningQuoteSummary quote={opening.quote} />}
    </>
  )
}
