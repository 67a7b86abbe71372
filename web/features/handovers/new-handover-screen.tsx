import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { proposeHandover } from '#contract/handovers.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type HandoverClientSelection, isHandoverChoice } from '#web/domain/handover-choice.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { FormWithPreview } from '#web/ui/form-with-preview.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { HandoverForm } from './handover-form.tsx'
import { type HandoverFormValues, toHandoverPreviewInput, useHandoverPreview } from './handover-preview-input.ts'
import { HandoverPreviewPanel } from './handover-preview-panel.tsx'

/** The clients that somebody comes with from the list; undefined where they come without any. */
const useClientSelectionFromState = (): HandoverClientSelection | undefined => {
  const { state } = useLocation() as { state: { handover?: HandoverClientSelection } | null }
  const clientSelection = state?.handover
  return clientSelection && isHandoverChoice(clientSelection.choice) ? clientSelection : undefined
}

/** Clients, whom they go to and from when on; beside it what that would mean, before anything is proposed. */
export default function NewHandoverScreen() {
  const { t } = useTranslation(['handovers', 'shell'])
  const navigate = useNavigate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const clientSelection = useClientSelectionFromState()
  const made = useRef('')
  const sending = useSubmitForm<HandoverFormValues>({
    defaults: {
      source: clientSelection ? 'chosen' : 'giver',
      role: 'manager',
      giver: '',
      toId: '',
      effectiveOn: today,
      reason: '',
    },
    submit: async (values) => {
      const { handoverId } = await callEndpoint(proposeHandover, {
        body: { ...toHandoverPreviewInput(values, clientSelection)!, reason: values.reason.trim() },
      })
      made.current = handoverId
    },
  })
  // After the form has settled: what was sent is no longer unsaved.
  useEffect(() => {
    if (sending.submitCount > 0) void navigate(`/crm/Traspasos/${made.current}`, { replace: true })
  }, [sending.submitCount, navigate])
  const previewInput = toHandoverPreviewInput(sending.form.watch(), clientSelection)
  const preview = useHandoverPreview(previewInput)
  return (
    <Page>
      <PageHead title={t('shell:screens.newHandover')} context={t('make.lead')} />
      <FormWithPreview>
        <HandoverForm sending={sending} selectedClients={clientSelection} preview={preview.data} />
        <HandoverPreviewPanel preview={preview} hasInput={previewInput !== undefined} />
      </FormWithPreview>
    </Page>
  )
}
