import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { assignRecord } from '#contract/records.ts'
import { callEndpoint } from '#web/core/call.ts'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { PersonPicker } from './person-picker.tsx'
import type { PanelsState, RecordKey } from './record-key.ts'
import classes from './records.module.css'
import { useRecordChange } from './use-record-change.ts'

/** Who is in charge of the record, and for whoever works on it the way to change that. */
export const Assignment = ({ of, state }: { of: RecordKey; state: PanelsState }) => {
  const { t } = useTranslation('records')
  const { change, failure, isBusy } = useRecordChange(of)
  const { assignee, assignmentVersion, mayWork } = state
  const assign = (userId: string | null) =>
    change(() => callEndpoint(assignRecord, { params: of, body: { userId, version: assignmentVersion } }))
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
            of={of}
            label={t('assignment.choose')}
            mayBeNobody={assignee !== null}
            onPick={(userId) => void assign(userId)}
            target={(toggle) => (
              <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={toggle}>
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
