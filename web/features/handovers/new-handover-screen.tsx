import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { proposeHandover } from '#contract/handovers.ts'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { type ChosenClients, isChoice } from '#web/domain/handover-choice.ts'
import { Beside } from '#web/ui/beside.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { HandoverForm } from './handover-form.tsx'
import { Preview } from './preview.tsx'
import { usePreview, type Values, wantedOf } from './wanted.ts'

/** The clients that somebody comes with from the list; undefined where they come without any. */
const useChosen = (): ChosenClients | undefined => {
  const { state } = useLocation() as { state: { handover?: ChosenClients } | null }
  const chosen = state?.handover
  return chosen && isChoice(chosen.choice) ? chosen : undefined
}

/** Clients, whom they go to and from when on; beside it what that would mean, before anything is proposed. */
export default function NewHandoverScreen() {
  const { t } = useTranslation(['handovers', 'shell'])
  const navigate = useNavigate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const chosen = useChosen()
  const made = useRef('')
  const sending = useSending<Values>({
    defaults: {
      source: chosen ? 'chosen' : 'giver',
      role: 'manager',
      giver: '',
      toId: '',
      effectiveOn: today,
      reason: '',
    },
    send: async (values) => {
      const { handoverId } = await call(proposeHandover, {
        body: { ...wantedOf(values, chosen)!, reason: values.reason.trim() },
      })
      made.current = handoverId
    },
  })
  // After the form has settled: what was sent is no longer unsaved.
  useEffect(() => {
    if (sending.sent > 0) void navigate(`/crm/Traspasos/${made.current}`, { replace: true })
  }, [sending.sent, navigate])
  const wanted = wantedOf(sending.form.watch(), chosen)
  const preview = usePreview(wanted)
  return (
    <Page>
      <PageHead title={t('shell:screens.newHandover')} context={t('make.lead')} />
      <Beside>
        <HandoverForm sending={sending} chosen={chosen} preview={preview.data} />
        <Preview preview={preview} wanted={wanted !== undefined} />
      </Beside>
    </Page>
  )
}
