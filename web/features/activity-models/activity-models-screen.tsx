import { Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type ModelledActivity, modelledActivities } from '#contract/activity-models/activities.ts'
import { type ActivityModelRow, listActivityModels } from '#contract/activity-models.ts'
import { positions } from '#contract/staff.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { type ModelPeriod, readModelPeriod } from '#rules/model-period.ts'
import { type Formatters, useFormatters } from '#web/core/format.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { prefetchListAddress } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './activity-models.module.css'

const LazyPositionModelDialog = lazy(() => import('./position-model-dialog.tsx'))

type ModelList = typeof listActivityModels

const monthsOffered = 12
const yearsOffered = 3

const useModelFilters = (today: string): FilterChoices<ModelList> => {
  const { t } = useTranslation(['activity-models', 'staff'])
  const format = useFormatters()
  return useMemo(() => {
    const firstDay = parseDay(`${today.slice(0, 7)}-01`)
    const months = Array.from({ length: monthsOffered }, (_, back) => toIsoDate(addMonths(firstDay, -back)))
    const years = Array.from({ length: yearsOffered }, (_, back) => String(Number(today.slice(0, 4)) - back))
    return {
      search: { control: 'search', label: t('search') },
      period: {
        control: 'select',
        label: t('period'),
        alwaysShown: true,
        options: [
          ...months.map((month) => ({ value: month.slice(0, 7), label: format.month(month) })),
          ...years.map((year) => ({ value: year, label: t('wholeYear', { year }) })),
        ],
      },
      position: {
        control: 'select',
        label: t('fields.position'),
        alwaysShown: true,
        options: positions.map((value) => ({ value, label: t(`staff:positions.${value}`) })),
      },
    }
  }, [t, format, today])
}

/** Where the rows of what somebody did are; what was converted has no day to be found by. */
const buildActivityHref = (activity: ModelledActivity, id: string, { from, through }: ModelPeriod): string | null => {
  const days = { owner: id, from, to: through }
  if (activity === 'calls') return `/crm/AgendaComercial/llamadas?${new URLSearchParams(days)}`
  if (activity === 'newContacts') return `/crm/AgendaComercial/contactos?${new URLSearchParams(days)}`
  if (activity === 'converted') return null
  return `/crm/AgendaComercial/reuniones?${new URLSearchParams({ ...days, state: 'held', stage: activity })}`
}

/** What was done, and what the model asks for: '12 / 15'. */
const renderPair = (format: Formatters, done: number, model: number | null, href: string | null = null): ReactNode => {
  const figure = format.number(done)
  return (
    <span className={classes.pair} data-below={(model !== null && done < model) || undefined}>
      {href && done > 0 ? <Link to={href}>{figure}</Link> : <b>{figure}</b>}
      <span> / {model === null ? '–' : format.number(model)}</span>
    </span>
  )
}

const useModelColumns = (period: ModelPeriod, isMonth: boolean) => {
  const format = useFormatters()
  const mayOpen = usePermission('bt_AgendaComercial', 'view')
  const mayOpenMonth = usePermission('bt_Mes', 'view')
  const mayOpenGoal = usePermission('bt_Objetivos', 'view')
  return useListColumns(
    listActivityModels,
    useMemo((): ScreenColumns<ModelList> => {
      const renderPercent = (percent: string | null) => (percent === null ? '–' : format.percent(percent))
      const buildMoneyHref = (id: string): string | null => {
        if (isMonth) return mayOpenMonth ? `/crm/mes?month=${period.from.slice(0, 7)}&of=${id}&view=individual` : null
        return mayOpenGoal ? `/crm/Objetivos/${id}?year=${period.year}` : null
      }
      const activities = modelledActivities.map((activity) => ({
        key: activity,
        cell: (done: number, row: ActivityModelRow) =>
          renderPair(
            format,
            done,
            row[`${activity}Model`],
            mayOpen ? buildActivityHref(activity, row.id, period) : null,
          ),
        total: (totals: Record<string, unknown>) =>
          renderPair(format, Number(totals[activity]), Number(totals[`${activity}Model`])),
      }))
      return [
        { key: 'name', phone: 1 },
        { key: 'cvl', optional: true },
        'position',
        { key: 'fulfilment', phone: 2, cell: renderPercent },
        ...activities,
        {
          key: 'achieved',
          phone: 3,
          cell: (achieved, { id }) => {
            const href = buildMoneyHref(id)
            return (
              <span className={classes.amount}>
                {href ? <Link to={href}>{format.money(achieved)}</Link> : format.money(achieved)}
              </span>
            )
          },
        },
        { key: 'goal', cell: (goal) => <span className={classes.amount}>{renderAmount(format, goal)}</span> },
        { key: 'achievement', cell: renderPercent },
      ] as ScreenColumns<ModelList>
    }, [format, period, isMonth, mayOpen, mayOpenMonth, mayOpenGoal]),
  )
}

/** Asks for the rows and their count. */
export const prefetch = ({ searchParams }: URL): void => prefetchListAddress(listActivityModels, searchParams)

/** What each person did in a month or a year, beside what is expected of their position, and their goal. */
export default function ActivityModelsScreen() {
  const { t } = useTranslation(['activity-models', 'list', 'form'])
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const [params] = useSearchParams()
  const maySet = usePermission('bt_Modelo', 'edit')
  const [isSetting, setSetting] = useState(false)
  const messages = useResultMessage()
  const text = params.get('period') ?? today.slice(0, 7)
  const isMonth = text.length > 4
  const period = useMemo(() => readModelPeriod(text, today), [text, today])
  const when = isMonth ? format.month(period.from) : String(period.year)
  return (
    <>
      <ListScreen
        list={listActivityModels}
        label={t('title')}
        context={(count, total) => `${when} · ${t('count', { count, total })}`}
        hasLongContext
        action={
          maySet && (
            <Button
              variant="default"
              leftSection={<IconSettings size={16} aria-hidden />}
              onClick={() => setSetting(true)}
            >
              {t('action')}
            </Button>
          )
        }
        contentAbove={<ResultMessage messages={messages} />}
        filters={useModelFilters(today)}
        columns={useModelColumns(period, isMonth)}
        empty={t('empty')}
        emptyHint={t('emptyHint')}
      />
      <Suspense>
        {isSetting && (
          <LazyPositionModelDialog onDone={(done) => messages.show({ text: done })} onClose={() => setSetting(false)} />
        )}
      </Suspense>
    </>
  )
}
