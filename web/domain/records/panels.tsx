import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { getRecordPanels } from '#contract/records.ts'
import { buildQueryOptions, refreshSubjects } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import { Activity } from './activity.tsx'
import { Assignment } from './assignment.tsx'
import { Attachments } from './attachments.tsx'
import { Comments } from './comments.tsx'
import factClasses from './record-facts.module.css'
import type { PanelsState, RecordKey } from './record-key.ts'
import classes from './records.module.css'
import { Tags } from './tags.tsx'

const recordPanelNames = ['comments', 'documents', 'activity'] as const
type RecordPanelName = (typeof recordPanelNames)[number]

/** More would push the other panels out of a phone. */
const maxShownCount = 99

/** How often it is looked whether others have done something, in ms. It is no sign of activity. */
const pollIntervalMs = 30_000

/** The head of the panels; whatever somebody does to the record brings all of them up to date. */
const useRecordPanels = (params: RecordKey) => {
  const panelsQuery = useQuery({ ...buildQueryOptions(getRecordPanels, { params }), refetchInterval: pollIntervalMs })
  const stamp = panelsQuery.data?.stamp
  const known = useRef(stamp)
  useEffect(() => {
    if (known.current !== undefined && known.current !== stamp) void refreshSubjects(['recordPanels', 'audit'])
    known.current = stamp
  }, [stamp])
  return panelsQuery
}

const RecordPanelTabs = ({ state, current }: { state: PanelsState; current: RecordPanelName }) => {
  const { t } = useTranslation('records')
  const [params] = useSearchParams()
  const buildHref = (name: RecordPanelName): string => {
    const next = new URLSearchParams(params)
    next.set('panel', name)
    return `?${next}`
  }
  const counts: Partial<Record<RecordPanelName, number>> = { comments: state.comments, documents: state.attachments }
  return (
    <nav className={classes.tabs} aria-label={t('parts')}>
      {recordPanelNames.map((name) => (
        <Link
          key={name}
          to={buildHref(name)}
          replace
          preventScrollReset
          state={{ stays: true }}
          className={classes.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          {t(`panels.${name}`)}
          {counts[name] !== undefined && (
            <span className={classes.count}>{counts[name] > maxShownCount ? `${maxShownCount}+` : counts[name]}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** Every panel that was in sight stays, so that nothing typed or on its way in it is lost: those that aren't are hidden. */
const useOpenedPanels = (current: RecordPanelName): readonly RecordPanelName[] => {
  const [opened, setOpened] = useState<readonly RecordPanelName[]>([current])
  if (!opened.includes(current)) setOpened([...opened, current])
  return opened
}

/** The panels of a record, one in sight at a time: the one that the address names, else the comments. */
export default function RecordPanelsContent({ entity, recordId }: RecordKey) {
  const key = { entity, recordId }
  const { data, error, refetch } = useRecordPanels(key)
  const { t } = useTranslation('records')
  const messages = useResultMessage()
  const [params] = useSearchParams()
  const current = recordPanelNames.find((name) => name === params.get('panel')) ?? 'comments'
  const opened = useOpenedPanels(current)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={classes.skeleton} role="status" aria-label={t('loading')} />
  const contents: Record<RecordPanelName, ReactNode> = {
    comments: <Comments recordKey={key} state={data} messages={messages} />,
    documents: <Attachments recordKey={key} state={data} messages={messages} />,
    activity: <Activity recordKey={key} />,
  }
  return (
    <>
      <div className={factClasses.facts}>
        <Assignment recordKey={key} state={data} messages={messages} />
        <Tags recordKey={key} state={data} messages={messages} />
      </div>
      <ResultMessage messages={messages} />
      <RecordPanelTabs state={data} current={current} />
      {opened.map((name) => (
        <div key={name} className={classes.panel} hidden={name !== current}>
          {contents[name]}
        </div>
      ))}
    </>
  )
}
