import { lazy, type ReactNode, Suspense, useState } from 'react'
import { closeExternalPosition, reopenExternalPosition } from '#contract/external-positions.ts'
import { callEndpoint } from '#web/core/call.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import { listPositionActions, type PositionAction } from './list-position-actions.ts'
import { getPositionName, type PositionDialogAction, type PositionRecord } from './position-record.ts'

/** They come with the first action. */
const LazyPositionDialog = lazy(() => import('./position-dialog.tsx'))
const LazyAddPositionDialog = lazy(() => import('./add-position-dialog.tsx'))

type OpenDialog = { action: PositionDialogAction; record: PositionRecord } | { action: 'add'; clientId: string | null }

export type PositionActions = {
  listRowActions: (position: PositionRecord) => RowAction[]
  /** Undefined for whoever may not note one. */
  add: ((clientId: string | null) => void) | undefined
  message: ReactNode
  dialog: ReactNode
}

/** What may be done with what clients have elsewhere, with the dialogs and what came of it. */
export const usePositionActions = (): PositionActions => {
  const { t } = useTranslation('external-positions')
  const mayCreate = usePermission('bt_Productos_Externos', 'create')
  const mayEdit = usePermission('bt_Productos_Externos', 'edit')
  const messages = useResultMessage()
  const { run } = useAction()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = (): void => setOpen(null)
  const reopen = (position: PositionRecord): void =>
    void run(async () => {
      const { id, clientId, version, closedOn, closingReason } = position
      const params = { clientId, positionId: id }
      const product = getPositionName(position)
      try {
        const done = await callEndpoint(
          reopenExternalPosition,
          { params, body: { version } },
          { refreshOnRefusal: true },
        )
        const undo = async (): Promise<string> => {
          const body = { version: done.version, closedOn: closedOn!, reason: closingReason! }
          await callEndpoint(closeExternalPosition, { params, body })
          return t('close.done', { product })
        }
        messages.show({ text: t('reopen.done', { product }), undo })
      } catch (error) {
        messages.showFailure(error)
      }
    })
  const start = (action: PositionAction, record: PositionRecord): void =>
    action === 'reopen' ? reopen(record) : setOpen({ action, record })
  return {
    listRowActions: (position) =>
      listPositionActions(position, mayEdit).map((action) => ({
        key: action,
        label: t(`actions.${action}`),
        run: () => start(action, position),
      })),
    add: mayCreate ? (clientId) => setOpen({ action: 'add', clientId }) : undefined,
    message: <ResultMessage messages={messages} />,
    dialog: open && (
      <Suspense>
        {open.action === 'add' ? (
          <LazyAddPositionDialog clientId={open.clientId} onDone={(text) => messages.show({ text })} onClose={close} />
        ) : (
          <LazyPositionDialog
            key={`${open.action} ${open.record.id}`}
            action={open.action}
            record={open.record}
            onDone={messages.show}
            onClose={close}
          />
        )}
      </Suspense>
    ),
  }
}
