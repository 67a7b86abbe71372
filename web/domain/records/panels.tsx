import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { getRecordPanels } from '#contract/records.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Activity } from './activity.tsx'
import { Assignment } from './assignment.tsx'
import { Attachments } from './attachments.tsx'
import { Comments } from './comments.tsx'
import type { PanelsState, RecordKey } from './record-key.ts'
import classes from './records.module.css'
import { Tags } from './tags.tsx'

const recordPanelNames = ['comments', 'documents', 'activity'] as const
type RecordPanelName = (typeof recordPanelNames)[number]

/** How often it is looked whether others have done something, in ms. It is no sign of activity. */
const pollIntervalMs = 30_000

/** The head of the panels; whatever somebody does to the record brings all of them up to date. */
const useRecordPanels = (params: RecordKey) => {
  const asked = useQuery({ ...buildQueryOptions(getRecordPanels, { params }), refetchInterval: pollIntervalMs })
  const client = useQueryClient()
  const stamp = asked.data?.stamp
  const known = useRef(stamp)
  useEffect(() => {
    if (known.current !== undefined && known.current !== stamp)
      void client.invalidateQueries({ predicate: ({ queryKey }) => isQueryOfRecord(queryKey, params) })
    known.current = stamp
  }, [stamp, client, params])
  return asked
}

const isQueryOfRecord = ([path, sent]: readonly unknown[], { entity, recordId }: RecordKey): boolean => {
  const of = (sent as { params?: Partial<RecordKey> } | undefined)?.params
  return (
    typeof path === 'string' &&
    path.startsWith(`${getRecordPanels.path}/`) &&
    of?.entity === entity &&
    of.recordId === recordId
  )
}

const RecordPanelTabs = ({ state, current }: { state: PanelsState; current: RecordPanelName }) => {
  const { t } = useTranslation('records')
  const format = useFormatters()
  const [params] = useSearchParams()
  const hrefOf = (name: RecordPanelName): string => {
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
          to={hrefOf(name)}
          replace
          preventScrollReset
          state={{ stays: true }}
          className={classes.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          {t(`panels.${name}`)}
          {counts[name] !== undefined && <span className={classes.count}>{format.number(counts[name])}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** The panels of a record, one in sight at a time: the one that the address names, else the comments. */
export default function RecordPanelsContent({ entity, recordId }: RecordKey) {
  const key = { entity, recordId }
  const { data, error, refetch } = useRecordPanels(key)
  const { t } = useTranslation('records')
  const [params] = useSearchParams()
  const current = recordPanelNames.find((name) => name === params.get('panel')) ?? 'comments'
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={classes.bones} role="status" aria-label={t('loading')} />
  return (
    <>
      <div className={classes.facts}>
        <Assignment of={key} state={data} />
        <Tags of={key} state={data} />
      </div>
      <RecordPanelTabs state={data} current={current} />
      {current === 'comments' && <Comments of={key} state={data} />}
      {current === 'documents' && <Attachments of={key} state={data} />}
      {current === 'activity' && <Activity of={key} />}
    </>
  )
}
