import { Button } from '@mantine/core'
import { type NoticeRow, resendNotice } from '#contract/notices.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useContentIdempotencyKey } from '#web/core/idempotency-key.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'

/** Tries a notice again that failed or was skipped; nothing for any other, nor for whoever may not. */
export const ResendNoticeButton = ({ notice: { id, clientName, mayResend } }: { notice: NoticeRow }) => {
  const { t } = useTranslation('notices')
  const may = usePermission('bt_Avisos', 'edit')
  const { busy, failure, run } = useAction()
  const key = useContentIdempotencyKey()
  if (!may || !mayResend) return null
  const send = (): Promise<boolean> =>
    run(async () => {
      const headers = key.headersOf(id)
      await callEndpoint(resendNotice, { params: { noticeId: id } }, { refreshOnRefusal: true, headers })
      key.renew()
    })
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
