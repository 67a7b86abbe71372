import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { discardImport, type ImportDetail, submitImport, undoImport } from '#contract/imports.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermissionCheck } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type ImportAction, listImportActions } from './list-import-actions.ts'

/** What comes next for an import, for whoever may. */
export const ImportActions = ({ found: importDetail }: { found: ImportDetail }) => {
  const { t } = useTranslation('import-steps')
  const format = useFormatters()
  const actions = listImportActions(importDetail, usePermissionCheck())
  const [doing, setDoing] = useState<ImportAction | null>(null)
  const [leaveOut, setLeaveOut] = useState(false)
  const { busy, failure, run } = useAction()
  const { id, kind, wrong, fresh, checkedAt } = importDetail
  const params = { importId: id }
  const refresh = { refreshOnRefusal: true }
  const close = () => setDoing(null)
  const left = format.number(wrong ?? 0)
  return (
    <div className={layoutClasses.looseLine}>
      {actions.includes('submit') && <Button onClick={() => setDoing('submit')}>{t('submit.action')}</Button>}
      {actions.includes('discard') && (
        <Button variant="default" disabled={busy} onClick={() => setDoing('discard')}>
          {t('discard.action')}
        </Button>
      )}
      {actions.includes('undo') && (
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
          onSend={(reason) => callEndpoint(submitImport, { params, body: { checkedAt, leaveOut, reason } }, refresh)}
          onClose={close}
        />
      )}
      {doing === 'discard' && (
        <ConfirmDialog
          title={t('discard.title')}
          text={t('discard.text')}
          action={t('discard.action')}
          onConfirm={() => void run(() => callEndpoint(discardImport, { params }, refresh))}
          onClose={close}
        />
      )}
      {doing === 'undo' && (
        <ReasonDialog
          label={t('submit.reason')}
          title={t('undo.title')}
          text={t(`undo.${kind}`)}
          action={t('undo.action')}
          onSend={(reason) => callEndpoint(undoImport, { params, body: { reason } }, refresh)}
          onClose={close}
        />
      )}
    </div>
  )
}
