import { UnstyledButton } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { DayItem, DayReason } from '#contract/my-day.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { AgendaPerson } from '#web/domain/agenda/agenda-person.ts'
import { useAgendaActions } from '#web/domain/agenda/use-agenda-actions.tsx'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import { ActionMenu } from '#web/ui/record-actions.tsx'
import classes from './my-day.module.css'
import { type DayActions, ReasonAction } from './reason-action.tsx'
import { formatDayReason, getItemName } from './reason-text.ts'
import { SnoozeMenu } from './snooze-menu.tsx'

const useReasonWords = () => {
  const { t } = useTranslation(['my-day', 'clients', 'calls'])
  const format = useFormatters()
  const approvals = useApprovalTexts()
  const today = useSession((state) => state.session?.businessDate ?? '')
  return { t, format, approvals, today }
}

/** What of the agenda begins with the person of a row. */
const PersonMenu = ({ person, actions: { messages } }: { person: AgendaPerson; actions: DayActions }) => {
  const { t } = useTranslation('my-day')
  const { actions, dialog } = useAgendaActions(person, (text) => messages.show({ text }))
  return (
    <>
      <ActionMenu isInRow actions={actions} label={t('list.actionsOf', { name: person.name })} />
      {dialog}
    </>
  )
}

type ItemProps = {
  item: DayItem
  actions: DayActions
  restDays: ReadonlySet<string>
  /** Puts the row off until that day; null: takes it back. */
  onSnooze: (item: DayItem, until: string | null) => Promise<unknown>
}

const Reason = ({ reason, text, actions }: { reason: DayReason; text: string; actions: DayActions }) => {
  const format = useFormatters()
  return (
    <li className={classes.reason}>
      <span className={classes.why}>
        <Link className={classes.reasonLink} to={reason.path}>
          {text}
        </Link>{' '}
        <ReasonAction reason={reason} actions={actions} />
      </span>
      {reason.amount && <span className={classes.amount}>{format.money(reason.amount)}</span>}
    </li>
  )
}

/** One row of the list: whom it is about, every reason with what answers it, and what else can be done. */
export const DayItemRow = ({ item, actions, restDays, onSnooze }: ItemProps) => {
  const words = useReasonWords()
  const { t, format } = words
  const { person, reasons, snoozedUntil } = item
  // How somebody arranges their day is theirs: in another's view it is only shown.
  const mayPutOff = useSession((state) => state.session?.actingCvl === null)
  const name = getItemName(item, words)
  return (
    <li className={classes.item} data-item={item.key}>
      <div className={classes.main}>
        <span>
          <Link className={classes.title} to={person?.path ?? reasons[0]!.path} data-row>
            {name}
          </Link>{' '}
          {person?.cvl && <span className={classes.notes}>{person.cvl}</span>}
        </span>
        {person && (
          <ul className={classes.reasons}>
            {reasons.map((reason) => (
              <Reason key={reason.key} reason={reason} text={formatDayReason(reason, words)} actions={actions} />
            ))}
          </ul>
        )}
        {!person && reasons[0]!.kind === 'unclosedMeeting' && <ReasonAction reason={reasons[0]!} actions={actions} />}
      </div>
      <div className={classes.tools}>
        {snoozedUntil ? (
          <>
            <span className={classes.notes}>{t('snooze.returns', { date: format.date(snoozedUntil) })}</span>
            {mayPutOff && (
              <UnstyledButton
                className={classes.action}
                aria-label={t('snooze.takeBackOf', { name })}
                onClick={() => void onSnooze(item, null)}
              >
                {t('snooze.takeBack')}
              </UnstyledButton>
            )}
          </>
        ) : (
          <>
            {person?.phone && (
              <a
                className={classes.action}
                href={`tel:${person.phone}`}
                aria-label={t('list.call', { phone: formatPhone(person.phone) })}
              >
                <IconPhone size={14} stroke={1.8} aria-hidden />
                {formatPhone(person.phone)}
              </a>
            )}
            {person?.path && (
              <PersonMenu person={{ key: `${person.kind}:${person.id}`, name: person.name }} actions={actions} />
            )}
            {mayPutOff && <SnoozeMenu name={name} restDays={restDays} onSnooze={(until) => onSnooze(item, until)} />}
          </>
        )}
      </div>
    </li>
  )
}
