import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cancelOpening, type OpeningRow, openWithReceived } from '#contract/openings.ts'
import { call } from '#web/core/call.ts'
import { useErrorText } from '#web/core/error-text.ts'
import { useFormat } from '#web/core/format.ts'
import { useCan } from '#web/core/session.ts'
import { CancelOpeningDialog } from '#web/domain/cancel-opening-dialog.tsx'
import { ContributionDialog } from '#web/domain/contribution-dialog.tsx'
import { Ask } from '#web/ui/ask.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Doing = 'contribute' | 'open' | 'cancel' | null

/** What can be done about one account on its way, where it stands in the list. */
export const WaitingActions = ({ opening }: { opening: OpeningRow }) => {
  const { t } = useTranslation('openings')
  const format = useFormat()
  const client = useQueryClient()
  const textOf = useErrorText()
  const mayEdit = useCan('bt_Pendientes', 'edit')
  const mayContribute = useCan('bt_Ingresos', 'create')
  const [doing, setDoing] = useState<Doing>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { id, clientId, accountNumber, waitsFor, version } = opening
  const params = { clientId, accountId: id }
  const page = `/clientes/${clientId}/cuentas/${id}`
  const isDraft = waitsFor === 'submission' || (opening.offerUntil === null && waitsFor !== 'approval')
  const close = (): void => setDoing(null)
  const open = async (): Promise<void> => {
    try {
      await call(openWithReceived, { params, body: { version } })
    } catch (error) {
      setFailure(error)
    }
    await client.invalidateQueries()
  }
  const account = { id, clientId, number: accountNumber, openedOn: null }
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('waiting.actionsOf', { number: accountNumber })}>
            <IconDotsVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayContribute && !isDraft && (
            <Menu.Item onClick={() => setDoing('contribute')}>{t('waiting.contribute')}</Menu.Item>
          )}
          {mayEdit && opening.mayOpenWithReceived && (
            <Menu.Item onClick={() => setDoing('open')}>{t('part.openWithReceived')}</Menu.Item>
          )}
          {mayEdit && isDraft && (
            <Menu.Item component={Link} to={`${page}/editar`}>
              {t('part.goOn')}
            </Menu.Item>
          )}
          <Menu.Item component={Link} to={page}>
            {t('waiting.open')}
          </Menu.Item>
          {mayEdit && (
            <Menu.Item onClick={() => setDoing('cancel')}>{t(isDraft ? 'part.discard' : 'part.cancel')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {doing === 'contribute' && <ContributionDialog account={account} onDone={close} onClose={close} />}
      {doing === 'open' && (
        <Ask
          title={t('waiting.openTitle', { number: accountNumber })}
          text={t('waiting.openText', { received: format.money(opening.received, { euros: true }) })}
          action={t('part.openWithReceived')}
          gentle
          onConfirm={() => void open()}
          onClose={close}
        />
      )}
      {doing === 'cancel' && (
        <CancelOpeningDialog
          isDraft={isDraft}
          onClose={close}
          onSend={async (reason) => {
            await call(cancelOpening, { params, body: { reason } })
            await client.invalidateQueries()
          }}
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
