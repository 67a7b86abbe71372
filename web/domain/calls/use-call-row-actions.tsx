import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type CallRow, setCallActive } from '#contract/calls.ts'
import { callEndpoint } from '#web/core/call.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'

const LazyCallDialog = lazy(() => import('./call-dialog.tsx'))

const sendActive = (call: CallRow, version: number, isActive: boolean) =>
  callEndpoint(setCallActive, { params: { callId: call.id }, body: { version, isActive } }, { refreshOnRefusal: true })

/** What can be done with a noted call from its row: it is changed, deactivated after asking, or activated again. */
export const useCallRowActions = (
  messages: ResultMessages,
): { rowActions: (call: CallRow) => RowAction[]; dialog: ReactNode } => {
  const { t } = useTranslation('calls')
  const mayEdit = usePermission('bt_AgendaComercial', 'edit')
  const [open, setOpen] = useState<{ action: 'edit' | 'deactivate'; call: CallRow } | null>(null)
  const setActive = async (call: CallRow, isActive: boolean): Promise<void> => {
    try {
      const { version } = await sendActive(call, call.version, isActive)
      messages.show({
        text: t(isActive ? 'activate.done' : 'deactivate.done'),
        undo: async () => {
          await sendActive(call, version, !isActive)
          return t(isActive ? 'deactivate.done' : 'activate.done')
        },
      })
    } catch (error) {
      messages.showFailure(error)
    }
  }
  const rowActions = (call: CallRow): RowAction[] => {
    if (!mayEdit) return []
    if (!call.isActive) return [{ key: 'activate', label: t('activate.action'), run: () => void setActive(call, true) }]
    return [
      { key: 'edit', label: t('edit.action'), run: () => setOpen({ action: 'edit', call }) },
      { key: 'deactivate', label: t('deactivate.action'), run: () => setOpen({ action: 'deactivate', call }) },
    ]
  }
  const close = (): void => setOpen(null)
  const dialog = open && (
    <Suspense>
      {open.action === 'edit' ? (
        <LazyCallDialog person={null} call={open.call} onDone={(text) => messages.show({ text })} onClose={close} />
      ) : (
        <ConfirmDialog
          title={t('deactivate.title', { name: open.call.personName })}
          text={t('deactivate.text')}
          action={t('deactivate.confirm')}
          onConfirm={() => void setActive(open.call, false)}
          onClose={close}
        />
      )}
    </Suspense>
  )
  return { rowActions, dialog }
}
