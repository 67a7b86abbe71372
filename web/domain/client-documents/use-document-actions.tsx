import { useState } from 'react'
import {
  type ClientDocument,
  clientDocumentRestoreDays,
  readClientDocument,
  removeClientDocument,
  restoreClientDocument,
} from '#contract/client-documents.ts'
import { callEndpoint, callForStream } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { downloadBlob } from '#web/ui/export/save-stream.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'

type OpenAction = { action: 'look' | 'edit' | 'remove'; document: ClientDocument }

/** What may be done with a document of the store, and what is open of it. */
export const useDocumentActions = (clientId: string, messages: ResultMessages) => {
  const { t } = useTranslation('client-documents')
  const format = useFormatters()
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const mayDelete = usePermission('bt_Clientes', 'delete')
  const [open, setOpen] = useState<OpenAction | null>(null)
  const run = (work: () => Promise<void>): void => void work().catch(messages.showFailure)
  const buildParams = ({ id }: ClientDocument) => ({ clientId, documentId: id })
  const restore = async (document: ClientDocument, version: number): Promise<string> => {
    const request = { params: buildParams(document), body: { version } }
    await callEndpoint(restoreClientDocument, request, { refreshOnRefusal: true })
    return t('restored', { title: document.title })
  }
  const remove = (document: ClientDocument) =>
    run(async () => {
      const request = { params: buildParams(document), body: { version: document.version } }
      const removed = await callEndpoint(removeClientDocument, request, { refreshOnRefusal: true })
      messages.show({
        text: t('removedNow', { title: document.title }),
        undo: () => restore(document, removed.version),
      })
    })
  const download = (document: ClientDocument) =>
    run(async () => {
      const answer = await callForStream(readClientDocument, {
        params: buildParams(document),
        query: { purpose: 'download' },
      })
      downloadBlob(await answer.blob(), document.fileName)
    })
  const listActions = (document: ClientDocument) => {
    if (document.removedAt)
      return mayDelete
        ? [
            {
              key: 'restore',
              label: t('restore'),
              run: () => run(async () => messages.show({ text: await restore(document, document.version) })),
            },
          ]
        : []
    const isShown = document.fileKind === 'pdf' || document.fileKind === 'picture'
    return [
      ...(isShown ? [{ key: 'look', label: t('look'), run: () => setOpen({ action: 'look', document }) }] : []),
      { key: 'download', label: t('download'), run: () => download(document) },
      ...(mayEdit ? [{ key: 'edit', label: t('edit'), run: () => setOpen({ action: 'edit', document }) }] : []),
      ...(mayDelete && !document.isRetained
        ? [{ key: 'remove', label: t('remove'), run: () => setOpen({ action: 'remove', document }) }]
        : []),
    ]
  }
  const close = () => setOpen(null)
  const pick = (action: OpenAction['action']) => (open?.action === action ? open.document : undefined)
  const removing = pick('remove')
  const dialog = removing && (
    <ConfirmDialog
      title={t('removeTitle', { title: removing.title })}
      text={t('removeText', { days: format.number(clientDocumentRestoreDays) })}
      action={t('remove')}
      onConfirm={() => remove(removing)}
      onClose={close}
    />
  )
  return { listActions, shown: pick('look'), edited: pick('edit'), dialog, close, download }
}
