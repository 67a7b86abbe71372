import { Button } from '@mantine/core'
import { IconClipboardText, IconDownload, IconMailForward, IconMailOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  type ClientInfoForm,
  type InfoFormVersion,
  printInfoForm,
  sendInfoForm,
  withdrawInfoForm,
} from '#contract/info-forms.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useContentIdempotencyKey } from '#web/core/idempotency-key.ts'
import { usePermissionCheck } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { useAction } from '#web/ui/use-action.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import { listInfoFormActions } from './list-info-form-actions.ts'

type Props = { form: ClientInfoForm; shown: InfoFormVersion | undefined; messages: ResultMessages }

/** What can be done with the form as it stands. */
export const InfoFormActions = ({ form, shown, messages }: Props) => {
  const { t } = useTranslation('info-forms')
  const format = useFormatters()
  const may = usePermissionCheck()
  const key = useContentIdempotencyKey()
  const { busy, run } = useAction()
  const [asking, setAsking] = useState<'send' | 'withdraw' | null>(null)
  const actions = listInfoFormActions(form, may)
  const params = { clientId: form.clientId }
  const work = (done: () => Promise<string>): void => {
    void run(() =>
      done().then(
        (text) => messages.show({ text }),
        (error: unknown) => messages.showFailure(error),
      ),
    )
  }
  const send = async (): Promise<string> => {
    // One wish as long as nothing was sent since.
    const last = form.versions.flatMap(({ requests }) => requests)[0]
    const headers = key.headersOf(`${form.clientId} ${last?.id} ${last?.endedAt}`)
    const sent = await callEndpoint(sendInfoForm, { params, body: {} }, { headers, refreshOnRefusal: true })
    key.renew()
    return t('send.done', { recipient: sent.recipient, date: format.date(sent.expiresAt) })
  }
  const withdraw = async (): Promise<string> => {
    await callEndpoint(withdrawInfoForm, { params, body: {} }, { refreshOnRefusal: true })
    return t('withdraw.done')
  }
  const isOut = actions.includes('withdraw')
  const edit = actions.find((action) => action === 'fill' || action === 'continue' || action === 'update')
  return (
    <div className={layoutClasses.line}>
      {edit && (
        <Button
          component={Link}
          to={`/clientes/${form.clientId}/ficha`}
          variant="default"
          size="xs"
          leftSection={<IconClipboardText size={16} aria-hidden />}
        >
          {t(edit)}
        </Button>
      )}
      {actions.includes('send') && (
        <Button
          variant="default"
          size="xs"
          disabled={busy}
          leftSection={<IconMailForward size={16} aria-hidden />}
          onClick={() => setAsking('send')}
        >
          {t(isOut ? 'send.again' : 'send.action')}
        </Button>
      )}
      {isOut && (
        <Button
          variant="default"
          size="xs"
          disabled={busy}
          leftSection={<IconMailOff size={16} aria-hidden />}
          onClick={() => setAsking('withdraw')}
        >
          {t('withdraw.action')}
        </Button>
      )}
      {shown && may('bt_Clientes', 'export') && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() =>
            startExport(
              printInfoForm,
              { params: { ...params, formId: shown.id } },
              `${t('title')} ${form.clientName}.pdf`,
            )
          }
        >
          {t('print')}
        </Button>
      )}
      {asking === 'send' && (
        <ConfirmDialog
          title={t('send.title')}
          text={[t('send.text'), isOut && t('send.replaces')].filter(Boolean).join(' ')}
          action={t('send.submit')}
          isHarmless
          onConfirm={() => work(send)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'withdraw' && (
        <ConfirmDialog
          title={t('withdraw.title')}
          text={t('withdraw.text')}
          action={t('withdraw.action')}
          onConfirm={() => work(withdraw)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
