import { UnstyledButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { dayReasonLevels } from '#contract/my-day/reasons.ts'
import { type DayItem, type getDayList, snoozeDayReasons } from '#contract/my-day.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useFollowUpActions } from '#web/domain/follow-ups/use-follow-up-actions.tsx'
import { useInstructionMessage } from '#web/domain/maturities/use-instruction-message.ts'
import { useMeetingActions } from '#web/domain/meetings/use-meeting-actions.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { findCurrentRow, listRowElements } from '#web/ui/list/row-focus.ts'
import { useKeyBindings } from '#web/ui/list/use-key-bindings.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { DayItemRow } from './day-item.tsx'
import classes from './my-day.module.css'

type Props = { list: ResponseBody<typeof getDayList>; restDays: ReadonlySet<string> }

/** Whoever puts a row off by keyboard goes on with the one that takes its place. */
const useFocusAfterRemoval = (list: readonly DayItem[]) => {
  const area = useRef<HTMLDivElement>(null)
  const place = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the rows have changed
  useEffect(() => {
    const rows = listRowElements(area.current)
    const at = place.current
    place.current = null
    if (at !== null && document.activeElement === document.body) rows[Math.min(at, rows.length - 1)]?.focus()
  }, [list])
  const keepPlace = (key: string): void => {
    place.current = listRowElements(area.current).findIndex(
      (row) => row.closest<HTMLElement>('[data-item]')?.dataset.item === key,
    )
  }
  return { area, keepPlace }
}

const usePutOff = (messages: ReturnType<typeof useInstructionMessage>, keepPlace: (key: string) => void) => {
  const { t } = useTranslation('my-day')
  const format = useFormatters()
  const send = (keys: string[], until: string | null) => callEndpoint(snoozeDayReasons, { body: { keys, until } })
  return async (item: DayItem, until: string | null): Promise<void> => {
    const keys = item.reasons.map(({ key }) => key)
    keepPlace(item.key)
    try {
      await send(keys, until)
    } catch (error) {
      messages.showFailure(error)
      return
    }
    messages.show({
      text: until === null ? t('snooze.undone') : t('snooze.done', { date: format.date(until) }),
      undo: async () => {
        await send(keys, item.snoozedUntil)
        return until === null ? t('snooze.done', { date: format.date(item.snoozedUntil) }) : t('snooze.undone')
      },
    })
  }
}

/** What needs doing, the most urgent first, in its levels; and what was put off. */
export const DayList = ({ list: { items, snoozed, isCut }, restDays }: Props) => {
  const { t } = useTranslation('my-day')
  const messages = useInstructionMessage()
  const followUps = useFollowUpActions(messages)
  const meetings = useMeetingActions(messages)
  const { area, keepPlace } = useFocusAfterRemoval(items)
  const putOff = usePutOff(messages, keepPlace)
  const [showsSnoozed, setShowsSnoozed] = useState(false)
  useKeyBindings({
    s: () =>
      findCurrentRow(listRowElements(area.current))
        ?.closest('[data-item]')
        ?.querySelector<HTMLElement>('[data-snooze]')
        ?.click(),
  })
  const shared = { actions: { messages, followUps, meetings }, restDays, onSnooze: putOff }
  return (
    <section className={classes.tile} aria-labelledby="day-list" data-tile="list">
      <header className={classes.head}>
        <h2 id="day-list" className={classes.name}>
          {t('list.title')}
        </h2>
        <span className={classes.keys}>{t('list.keys')}</span>
      </header>
      <ResultMessage messages={messages} />
      <div ref={area} className={classes.levels}>
        {items.length === 0 && <p className={classes.none}>{t('list.none')}</p>}
        {dayReasonLevels.map((level) => {
          const rows = items.filter((item) => item.level === level)
          if (rows.length === 0) return null
          return (
            <section key={level} aria-labelledby={`day-${level}`}>
              <h3 id={`day-${level}`} className={classes.level} title={t(`list.levelHints.${level}`)}>
                {t(`list.levels.${level}`)} <span className={classes.levelCount}>{rows.length}</span>
              </h3>
              <ul className={layoutClasses.plainList}>
                {rows.map((item) => (
                  <DayItemRow key={item.key} item={item} {...shared} />
                ))}
              </ul>
            </section>
          )
        })}
        {isCut && <p className={classes.none}>{t('list.cut')}</p>}
        {snoozed.length > 0 && (
          <>
            <UnstyledButton
              className={classes.action}
              aria-expanded={showsSnoozed}
              onClick={() => setShowsSnoozed(!showsSnoozed)}
            >
              {t('snooze.shown', { count: snoozed.length })}
            </UnstyledButton>
            {showsSnoozed && (
              <ul className={layoutClasses.plainList}>
                {snoozed.map((item) => (
                  <DayItemRow key={item.key} item={item} {...shared} />
                ))}
              </ul>
            )}
          </>
        )}
      </div>
      {followUps.dialog}
      {meetings.dialog}
    </section>
  )
}
