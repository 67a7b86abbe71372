import { Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { meetingStages } from '#contract/meetings/words.ts'
import { listReviews, type ReviewRow } from '#contract/reviews.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { buildPersonHref } from '#web/domain/agenda/agenda-person.ts'
import { AgendaTabs } from '#web/domain/agenda/agenda-tabs.tsx'
import { renderDueDay } from '#web/domain/follow-ups/follow-up-badges.tsx'
import { formatLocalTime } from '#web/domain/meetings/meeting-times.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'

const LazyMeetingDialog = lazy(() => import('#web/domain/meetings/meeting-dialog.tsx'))
const LazyCadenceDialog = lazy(() => import('./cadence-dialog.tsx'))

type ReviewList = typeof listReviews

const nextStages = { r1: 'r2', r2: 'r3', r3: 'r4', r4: 'r4' } as const

const useReviewFilters = (): FilterChoices<ReviewList> => {
  const { t } = useTranslation('reviews')
  return useMemo(
    () => ({
      stage: {
        control: 'select',
        label: t('fields.stage'),
        alwaysShown: true,
        options: meetingStages.map((value) => ({ value, label: t(`stages.${value}`) })),
      },
      overdue: {
        control: 'select',
        label: t('fields.overdue'),
        alwaysShown: true,
        options: [{ value: 'true', label: t('only') }],
      },
      dueFrom: {
        control: 'dateRange',
        label: t('fields.dueOn'),
        to: 'dueTo',
        endLabels: [t('fields.from'), t('fields.to')],
      },
      dueTo: { control: 'rangeEnd' },
      contact: { control: 'elsewhere' },
      client: { control: 'elsewhere' },
    }),
    [t],
  )
}

const useReviewColumns = (): ScreenColumns<ReviewList> => {
  const { t } = useTranslation('reviews')
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'personName', phone: 1 },
      { key: 'stage', phone: 2 },
      'heldOn',
      {
        key: 'dueOn',
        phone: 3,
        cell: (dueOn, { isOverdue }) =>
          renderDueDay({ day: format.date(dueOn), isLate: isOverdue, late: t('fields.overdue') }),
      },
      {
        key: 'nextAt',
        cell: (nextAt, { nextId }) =>
          nextAt && nextId ? (
            <Link to={`/crm/AgendaComercial/reuniones/${nextId}`}>{formatLocalTime(format, nextAt)}</Link>
          ) : (
            '–'
          ),
      },
      'value',
      { key: 'ownerName', cell: (name) => name ?? '–' },
    ],
    [t, format],
  )
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listReviews)

/** Contacts and clients by the stage of their last review, and when the next one is due. */
export default function ReviewsScreen() {
  const { t } = useTranslation('reviews')
  const mayCreate = usePermission('bt_AgendaComercial', 'create')
  const maySet = usePermission('bt_Ajustes', 'edit')
  const messages = useResultMessage()
  const [planned, setPlanned] = useState<ReviewRow | null>(null)
  const [isSetting, setSetting] = useState(false)
  const rowActions = (review: ReviewRow) => [
    ...(mayCreate ? [{ key: 'plan', label: t('plan'), run: () => setPlanned(review) }] : []),
  ]
  return (
    <>
      <ListScreen
        list={listReviews}
        label={t('title')}
        context={(count, total) => t('count', { count, total })}
        canStartFromEmpty
        action={
          maySet && (
            <Button
              variant="default"
              leftSection={<IconSettings size={16} aria-hidden />}
              onClick={() => setSetting(true)}
            >
              {t('cadence.action')}
            </Button>
          )
        }
        contentAbove={
          <>
            <AgendaTabs current="reviews" />
            <ResultMessage messages={messages} />
          </>
        }
        filters={useReviewFilters()}
        columns={useListColumns(listReviews, useReviewColumns())}
        rowHref={buildPersonHref}
        rowActions={rowActions}
        empty={t('empty')}
        emptyHint={t('emptyHint')}
      />
      <Suspense>
        {planned && (
          <LazyMeetingDialog
            person={{
              key: planned.clientId === null ? `contact:${planned.contactId}` : `client:${planned.clientId}`,
              name: planned.personName,
            }}
            start={{
              stage: nextStages[planned.stage],
              ...(planned.dueOn && {
                startsAt: `${planned.dueOn}T10:00`,
                endsAt: `${planned.dueOn}T11:00`,
              }),
            }}
            onDone={(text) => messages.show({ text })}
            onClose={() => setPlanned(null)}
          />
        )}
        {isSetting && (
          <LazyCadenceDialog onDone={(text) => messages.show({ text })} onClose={() => setSetting(false)} />
        )}
      </Suspense>
    </>
  )
}
