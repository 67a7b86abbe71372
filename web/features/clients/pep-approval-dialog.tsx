import { proposePepApproval } from '#contract/client-data.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'

type Props = { clientId: string; onDone: (message: string) => void; onClose: () => void }

/** Asks a second person to agree to a politically exposed client. */
export default function PepApprovalDialog({ clientId, onDone, onClose }: Props) {
  const { t } = useTranslation('client-data')
  return (
    <ReasonDialog
      title={t('pepApproval.action')}
      text={t('pepApproval.lead')}
      action={t('pepApproval.action')}
      label={t('pepApproval.reason')}
      onClose={onClose}
      onSend={async (reason) => {
        const { state } = await callEndpoint(
          proposePepApproval,
          { params: { clientId }, body: { reason } },
          { refreshOnRefusal: true },
        )
        onDone(t(state === 'done' ? 'pepApproval.done' : 'pepApproval.proposed'))
      }}
    />
  )
}
