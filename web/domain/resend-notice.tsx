import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type NoticeRow, resendNotice } from '#contract/notices.ts'
import { callEndpoint } from '#web/core/call.ts'
import { usePermission } from '#web/core/session.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'

/** Tries a notice again that failed or was skipped; nothing for any other, nor for whoever may not. */
export const ResendNoticeButton = ({ notice: { id, clientName, mayResend } }: { notice: NoticeRow }) => {
  const { t } = useTranslation('notices')
  const client = useQueryClient()
  const may = usePermission('bt_Avisos', 'edit')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  if (!may || !mayResend) return null
  const send = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await callEndpoint(resendNotice, { params: { noticeId: id } })
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
    await client.invalidateQueries()
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={busy}
        aria-label={t('resendNamed', { name: clientName })}
        onClick={() => void send()}
      >
        {t('resend')}
      </Button>
      <FailureMessage of={failure} />
    </>
  )
}
