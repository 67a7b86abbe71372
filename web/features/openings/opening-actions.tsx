import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { cancelOpening, type OpeningRow, openWithReceivedMoney } from '#contract/openings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermissionCheck } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { CancelOpeningDialog } from '#web/domain/cancel-opening-dialog.tsx'
import { ContributionDialog } from '#web/domain/contribution-dialog.tsx'
import { listOpeningActions } from '#web/domain/list-opening-actions.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAction } from '#web/ui/use-action.ts'

type OpeningDialogName = 'contribute' | 'open' | 'cancel' | null

/** What can be done about one account on its way, where it stands in the list. */
export const OpeningActions = ({ opening }: { opening: OpeningRow }) => {
  const { t } = useTranslation('openings')
  const format = useFormatters()
  const textOf = useErrorMessage()
  const may = usePermissionCheck()
  const [openAction, setOpenAction] = useState<OpeningDialogName>(null)
  const { failure, setFailure, run } = useAction()
  const { id, clientId, clientName, accountNumber, waitsFor, version } = opening
  const params = { clientId, accountId: id }
  const page = `/clientes/${clientId}/cuentas/${id}`
  const isDraft = waitsFor === 'submission' || (opening.offerUntil === null && waitsFor !== 'approval')
  const actions = listOpeningActions({ isDraft, mayOpenWithReceived: opening.mayOpenWithReceived }, may)
  const close = (): void => setOpenAction(null)
  const open = (): Promise<boolean> =>
    run(() => callEndpoint(openWithReceivedMoney, { params, body: { version } }, { refreshOnRefusal: true }))
  const account = { id, clientId, clientName, number: accountNumber, openedOn: null }
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('waiting.actionsOf', { number: accountNumber })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.includes('contribute') && (
            <Menu.Item onClick={() => setOpenAction('contribute')}>{t('waiting.contribute')}</Menu.Item>
          )}
          {actions.includes('openWithReceived') && (
            <Menu.Item onClick={() => setOpenAction('open')}>{t('part.openWithReceived')}</Menu.Item>
          )}
          {actions.includes('continueDraft') && (
            <Menu.Item component={Link} to={`${page}/editar`}>
              {t('part.goOn')}
            </Menu.Item>
          )}
          <Menu.Item component={Link} to={page}>
            {t('waiting.open')}
          </Menu.Item>
          {actions.includes('cancel') && (
            <Menu.Item onClick={() => setOpenAction('cancel')}>{t(isDraft ? 'part.discard' : 'part.cancel')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {openAction === 'contribute' && <ContributionDialog account={account} onDone={close} onClose={close} />}
      {openAction === 'open' && (
        <ConfirmDialog
          title={t('waiting.openTitle', { number: accountNumber })}
          text={t('waiting.openText', { received: format.money(opening.received, { euros: true }) })}
          action={t('part.openWithReceived')}
          isHarmless
          onConfirm={() => void open()}
          onClose={close}
        />
      )}
      {openAction === 'cancel' && (
        <CancelOpeningDialog
          isDraft={isDraft}
          onClose={close}
          onSend={(reason) => callEndpoint(cancelOpening, { params, body: { reason } })}
        />
      )}
      {failure !== null && (
        <Dialog title={t('waiting.failed', { number: accountNumber })} onClose={() => setFailure(null)}>
          <p role="alert">{textOf(failure)}</p>
        </Dialog>
      )}
    </>
  )
}
