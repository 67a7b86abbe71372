import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type NoticeRow, resendNotice } from '#contract/notices.ts'
import { callEndpoint } from '#web/core/call.ts'
import { usePermission } from '#web/core/session.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'

/** Tries a notice again that failed or was skipped; nothing for any other, nor for whoever may not. */
export const ResendNoticeButton = ({ notice: { id, clientName, mayResend } }: { notice: NoticeRow }) => {
  const { t } = useTranslation('notices')
  const may = usePermission('bt_Avisos', 'edit')
  const { busy, failure, run } = useAction()
  if (!may || !mayResend) return null
  const send = (): Promise<boolean> =>
    run(() => callEndpoint(resendNotice, { params: { noticeId: id } }, { refreshOnRefusal: true }))
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
