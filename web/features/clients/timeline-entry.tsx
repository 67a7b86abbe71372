import { Link } from 'react-router'
import type { TimelineEntry } from '#contract/timeline.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import classes from './client-timeline.module.css'
import { timelineIcons } from './timeline-icons.ts'

/** What happened and in which state it is, in the words of the kind; what has no word is called as its kind. */
const useEntryWords = () => {
  const { t, i18n } = useTranslation('timeline')
  const find = (key: string): string | undefined =>
    i18n.exists(`timeline:${key}`) ? i18n.getFixedT(null, 'timeline')(key as 'title') : undefined
  return {
    title: ({ kind, what }: TimelineEntry): string =>
      (what === null ? undefined : find(`entries.${kind}.${what}`)) ?? t(`kinds.${kind}`),
    state: ({ kind, state }: TimelineEntry): string | undefined =>
      state === null ? undefined : find(`states.${kind}.${state}`),
  }
}

/** One entry: when, what, by whom. Its title leads to its record. */
export const TimelineEntryRow = ({ entry }: { entry: TimelineEntry }) => {
  const { t } = useTranslation('timeline')
  const format = useFormatters()
  const words = useEntryWords()
  const { kind, at, isDay, text, amount, accountNumber, personName, path } = entry
  const Icon = timelineIcons[kind]
  const title = words.title(entry)
  const facts = [words.state(entry), accountNumber, personName].filter(Boolean)
  return (
    <li className={classes.entry}>
      <span className={classes.icon} title={t(`kinds.${kind}`)}>
        <Icon size={16} stroke={1.5} />
      </span>
      <time className={classes.time} dateTime={at}>
        {isDay ? format.dateTime(at).slice(0, 10) : format.dateTime(at)}
      </time>
      <div className={classes.what}>
        {path ? <Link to={path}>{title}</Link> : <span>{title}</span>}
        {text && (
          <p className={classes.text} translate="no">
            {text}
          </p>
        )}
        {facts.length > 0 && <p className={classes.facts}>{facts.join(' · ')}</p>}
      </div>
      {amount !== null && (
        <span className={classes.amount}>
          <Amount value={amount} />
        </span>
      )}
    </li>
  )
}
