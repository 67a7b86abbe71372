import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { assignRecord } from '#contract/records.ts'
import { callEndpoint } from '#web/core/call.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { PersonPicker } from './person-picker.tsx'
import classes from './record-facts.module.css'
import type { PanelsState, RecordKey } from './record-key.ts'

/** Who is in charge of the record, and for whoever works on it the way to change that. */
export const Assignment = ({ recordKey, state }: { recordKey: RecordKey; state: PanelsState }) => {
  const { t } = useTranslation('records')
  const { run, failure, busy } = useAction()
  const { assignee, assignmentVersion, mayWork } = state
  const assign = (userId: string | null) =>
    run(() =>
      callEndpoint(
        assignRecord,
        { params: recordKey, body: { userId, version: assignmentVersion } },
        { refreshOnRefusal: true },
      ),
    )
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
