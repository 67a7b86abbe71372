import { Button } from '@mantine/core'
import { assignRecord } from '#contract/records.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { PersonPicker } from './person-picker.tsx'
import classes from './record-facts.module.css'
import type { PanelProps } from './record-key.ts'

/** Who is in charge of the record, and for whoever works on it the way to change that. */
export const Assignment = ({ recordKey, state, messages }: PanelProps) => {
  const { t } = useTranslation('records')
  const { run, failure, busy } = useAction()
  const { assignee, assignmentVersion, mayWork } = state
  const send = (userId: string | null, version: number) =>
    callEndpoint(assignRecord, { params: recordKey, body: { userId, version } }, { refreshOnRefusal: true })
  const describe = (name: string | undefined) => (name ? t('assignment.done', { name }) : t('assignment.doneNobody'))
  const assign = (userId: string | null) =>
    run(async () => {
      const done = await send(userId, assignmentVersion)
      messages.show({
        text: describe(done.assignee?.name),
        // Refused where somebody else has assigned it meanwhile, or who was in charge no longer sees it.
        undo: async () => describe((await send(assignee?.userId ?? null, done.version)).assignee?.name),
      })
    })
  return (
    <div className={classes.fact}>
      <h3 className={classes.term}>{t('assignment.title')}</h3>
      <div className={classes.value}>
        {assignee ? (
          <span translate="no">{assignee.name}</span>
        ) : (
          <span className={classes.muted}>{t('assignment.nobody')}</span>
        )}
        {assignee && !assignee.hasAccess && <span className={classes.warning}>{t('assignment.noAccess')}</span>}
        {mayWork && (
          <PersonPicker
            recordKey={recordKey}
            label={t('assignment.choose')}
            mayBeNobody={assignee !== null}
            onPick={(userId) => void assign(userId)}
            target={(toggle) => (
              <Button variant="subtle" size="compact-sm" loading={busy} onClick={toggle}>
                {t(assignee ? 'assignment.change' : 'assignment.choose')}
              </Button>
            )}
          />
        )}
      </div>
      <FailureMessage of={failure} />
    </div>
  )
}
