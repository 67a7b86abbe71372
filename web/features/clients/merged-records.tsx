import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ClientMerge, listClientMerges, undoClientMerge } from '#contract/client-merge.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './clients.module.css'

export const buildClientMergesQuery = (clientId: string) => buildPartQuery(listClientMerges, { params: { clientId } })

type UndoProps = { clientId: string; merge: ClientMerge; onDone: (text: string) => void; onClose: () => void }

const UndoMergeDialog = ({ clientId, merge, onDone, onClose }: UndoProps) => {
  const { t } = useTranslation('client-merge')
  const format = useFormatters()
  return (
    <ReasonDialog
      title={t('undoTitle', { cvl: merge.cvl })}
      text={t('undoLead', { date: format.dateTime(merge.undoUntil) })}
      action={t('undo')}
      label={t('reason')}
      onClose={onClose}
      onSend={async (reason) => {
        const params = { clientId, mergeId: merge.id }
        const { state } = await callEndpoint(undoClientMerge, { params, body: { reason } }, { refreshOnRefusal: true })
        onDone(t(state === 'done' ? 'undone' : 'undoProposed'))
      }}
    />
  )
}

/** Records that were merged into the client, and the way back for a day. Nothing for a client without any. */
export const MergedRecords = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation('client-merge')
  const format = useFormatters()
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const messages = useResultMessage()
  const [undoing, setUndoing] = useState<ClientMerge | null>(null)
  const { data } = useQuery(buildClientMergesQuery(clientId))
  const merges = data?.merges ?? []
  if (merges.length === 0) return <ResultMessage messages={messages} />
  return (
    <Section id="merged-records" title={t('section')}>
      <ResultMessage messages={messages} />
      <ul className={classes.merges}>
        {merges.map((merge) => (
          <li key={merge.id}>
            <div>
              <strong>{merge.name}</strong> · {merge.cvl}
              <p className={classes.muted}>
                {t('mergedOn', { date: format.dateTime(merge.doneAt), name: merge.byName ?? '–' })}{' '}
                {mayEdit && merge.undoObstacle && t(`undoObstacles.${merge.undoObstacle}`)}
              </p>
            </div>
            {mayEdit && merge.undoObstacle === null && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => setUndoing(merge)}
              >
                {t('undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undoing && (
        <UndoMergeDialog
          clientId={clientId}
          merge={undoing}
          onDone={(text) => messages.show({ text })}
          onClose={() => setUndoing(null)}
        />
      )}
    </Section>
  )
}
