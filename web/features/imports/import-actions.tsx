import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { discardImport, type ImportDetail, submitImport, undoImport } from '#contract/imports.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import classes from './imports.module.css'

type ImportAction = 'submit' | 'discard' | 'undo'

/** What comes next for an import, for whoever may. */
export const ImportActions = ({ found: importDetail }: { found: ImportDetail }) => {
  const { t } = useTranslation('imports')
  const format = useFormatters()
  const client = useQueryClient()
  const mayMake = usePermission('bt_Importar', 'create') && importDetail.mine
  const mayUndo = usePermission('bt_Importar', 'edit')
  const [doing, setDoing] = useState<ImportAction | null>(null)
  const [leaveOut, setLeaveOut] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { id, kind, state, wrong, fresh, checkedAt, undoApprovalId } = importDetail
  const params = { importId: id }
  const changed = () => client.invalidateQueries()
  const close = () => setDoing(null)
  const left = format.number(wrong ?? 0)
  const canSubmit = mayMake && state === 'checked' && (fresh ?? 0) > 0
  return (
    <div className={classes.actions}>
      {canSubmit && <Button onClick={() => setDoing('submit')}>{t('submit.action')}</Button>}
      {mayMake && (state === 'draft' || state === 'checked') && (
        <Button variant="default" onClick={() => setDoing('discard')}>
          {t('discard.action')}
        </Button>
      )}
      {mayUndo && state === 'imported' && !undoApprovalId && (fresh ?? 0) > 0 && (
        <Button variant="default" onClick={() => setDoing('undo')}>
          {t('undo.action')}
        </Button>
      )}
      <FailureMessage of={failure} />
      {doing === 'submit' && checkedAt && (
        <ReasonDialog
          label={t('submit.reason')}
          title={t('submit.title', { count: fresh ?? 0, total: format.number(fresh ?? 0) })}
          text={
            <>
              {t('submit.text')}
              {(wrong ?? 0) > 0 && (
                <Checkbox
                  mt="sm"
                  checked={leaveOut}
                  label={t('submit.leaveOut', { count: wrong ?? 0, total: left })}
                  onChange={({ currentTarget }) => setLeaveOut(currentTarget.checked)}
                />
              )}
            </>
          }
          action={t('submit.action')}
          onSend={(reason) =>
            callEndpoint(submitImport, { params, body: { checkedAt, leaveOut, reason } }).finally(changed)
          }
          onClose={close}
        />
      )}
      {doing === 'discard' && (
        <ConfirmDialog
          title={t('discard.title')}
          text={t('discard.text')}
          action={t('discard.action')}
          onConfirm={() => {
            callEndpoint(discardImport, { params }).catch(setFailure).finally(changed)
          }}
          onClose={close}
        />
      )}
      {doing === 'undo' && (
        <ReasonDialog
          label={t('submit.reason')}
          title={t('undo.title')}
          text={t(`undo.${kind}`)}
          action={t('undo.action')}
          onSend={(reason) => callEndpoint(undoImport, { params, body: { reason } }).finally(changed)}
          onClose={close}
        />
      )}
    </div>
  )
}
