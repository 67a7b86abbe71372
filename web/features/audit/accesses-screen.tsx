import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { accessActions, auditFilterOptions, listAccesses } from '#contract/audit.ts'
import type texts from '#locales/es/audit.ts'
import { useFormat } from '#web/core/format.ts'
import { queryClient, read } from '#web/core/query.ts'
import { aheadOf } from '#web/ui/list/list-page.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import classes from './audit.module.css'
import { AuditTabs } from './audit-tabs.tsx'
import { sealedBadge } from './sealed-badge.tsx'

type List = typeof listAccesses
type Action = keyof typeof texts.accesses.actions

const optionsQuery = read(auditFilterOptions, {})

/** What an event is called; what has no word stays as it is. */
const useActionWord = (): ((code: string) => string) => {
  const { t, i18n } = useTranslation('audit')
  return useMemo(
    () => (code) => {
      // 'signIn.refused' stands in the texts as signIn_refused: a point leads into a group there.
      const key = code.replaceAll('.', '_')
      return i18n.exists(`audit:accesses.actions.${key}`) ? t(`accesses.actions.${key as Action}`) : code
    },
    [t, i18n],
  )
}

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('audit')
  const actionWord = useActionWord()
  const options = useQuery(optionsQuery).data
  return useMemo(
    () => ({
      from: { control: 'date', label: t('fields.from'), pinned: true },
      to: { control: 'date', label: t('fields.to'), pinned: true },
      person: {
        control: 'select',
        label: t('fields.person'),
        pinned: true,
        options: (options?.everybody ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      action: {
        control: 'select',
        label: t('fields.action'),
        pinned: true,
        options: accessActions.map((value) => ({ value, label: actionWord(value) })),
      },
      address: { control: 'text', label: t('fields.address') },
    }),
    [t, actionWord, options],
  )
}

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const actionWord = useActionWord()
  return useMemo(
    () => [
      { key: 'at', label: t('fields.at'), phone: 1, cell: format.dateTime },
      { key: 'personName', label: t('fields.person'), phone: 2, cell: (name) => name ?? t('accesses.unknown') },
      { key: 'action', label: t('fields.action'), phone: 3, cell: actionWord },
      { key: 'identity', label: t('fields.identity') },
      { key: 'address', label: t('fields.address') },
      {
        key: 'sealed',
        label: t('fields.sealed'),
        cell: (sealed) => sealedBadge(sealed, t(sealed ? 'sealed' : 'waiting')),
      },
      { key: 'requestId', label: t('fields.request'), optional: true },
    ],
    [t, format, actionWord],
  )
}

/** Asks for the rows, their count and what can be chosen from. */
export const ahead = aheadOf(listAccesses, () => void queryClient.prefetchQuery(optionsQuery))

/** Who came in, who was refused, and what guards their accounts: the newest first. */
export default function AccessesScreen() {
  const { t } = useTranslation('audit')
  return (
    <ListScreen
      list={listAccesses}
      label={t('accesses.title')}
      context={(count, total) => t('accesses.count', { count, total })}
      above={
        <>
          <AuditTabs current="accesses" />
          <p className={classes.muted}>{t('accesses.lead')}</p>
        </>
      }
      filters={useFilters()}
      columns={useColumns()}
      empty={t('accesses.empty')}
    />
  )
}
