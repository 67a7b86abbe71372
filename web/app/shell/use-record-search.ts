import {
  IconAddressBook,
  IconArrowsExchange,
  IconBuildingBank,
  IconCalendarCancel,
  IconCalendarEvent,
  IconCash,
  IconFileInvoice,
  IconFileStack,
  IconFlag,
  IconIdBadge2,
  IconPhone,
  IconUser,
  IconWallet,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { getRecentRecords, type SearchKind, type SearchResult, searchKinds, searchRecords } from '#contract/search.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { listRecordVisits } from '#web/core/recent-records.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { matchesAllWords, type PaletteGroup, type PaletteItem, toWords } from './palette-words.ts'
import { toRecordKey } from './record-key.ts'
import type { Icon } from './screen-icons.ts'

export const minSearchLength = 2
const maxRecentShown = 5

const iconsByKind: Record<SearchKind, Icon> = {
  client: IconUser,
  contact: IconAddressBook,
  account: IconWallet,
  meeting: IconCalendarEvent,
  followUp: IconFlag,
  call: IconPhone,
  payment: IconCash,
  batch: IconFileStack,
  employee: IconIdBadge2,
  cancellation: IconCalendarCancel,
  journal: IconFileInvoice,
  handover: IconArrowsExchange,
  statement: IconBuildingBank,
}

/** A record as a line: its title, what belongs to it, and what matched where neither shows it. */
const useRecordItem = (): ((result: SearchResult) => PaletteItem) => {
  const { t } = useTranslation(['palette', 'shell'])
  const format = useFormatters()
  const navigate = useNavigate()
  return ({ kind, id, path, title, code, person, amount, date, match }) => ({
    key: `record.${kind}:${id}`,
    run: () => void navigate(path),
    title: kind === 'journal' || kind === 'handover' ? t(`numbered.${kind}`, { id: title }) : title,
    note: [
      code,
      person && kind === 'client' ? t('manager', { name: person }) : person,
      amount && format.money(amount),
      date && format.date(date),
    ]
      .filter(Boolean)
      .join(' · '),
    ...(match && {
      match: {
        label: t(`fields.${match.field}`),
        text: match.field === 'phone' ? formatPhone(match.text) : match.text,
      },
    }),
    icon: iconsByKind[kind],
  })
}

/** The records that were opened before, the newest first, and how often each was. */
const useRecentRecords = () => {
  const { pathname } = useLocation()
  const username = useSession((state) => state.user?.username ?? '')
  const [visits] = useState(() =>
    listRecordVisits(username).flatMap(([path, count]) => {
      const key = path === pathname ? undefined : toRecordKey(path)
      return key ? [{ key, count }] : []
    }),
  )
  const answer = useQuery({
    ...buildQueryOptions(getRecentRecords, { query: { records: visits.map(({ key }) => key).join(',') } }),
    enabled: visits.length > 0,
  })
  const counts = new Map(visits.map(({ key, count }) => [`record.${key}`, count]))
  return { results: visits.length > 0 ? (answer.data?.results ?? []) : [], counts }
}

/**
 * What the text finds, by kind. Records that were opened before stand first, by how often; of them also those that the server has left out for
 * others of the same name. Without a text the last ones.
 */
export const useRecordSearch = (text: string) => {
  const { t } = useTranslation(['palette', 'shell'])
  const toItem = useRecordItem()
  const recent = useRecentRecords()
  const q = useDebounced(text.trim())
  const enabled = q.length >= minSearchLength
  const answer = useQuery({
    ...buildQueryOptions(searchRecords, { query: { q } }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const found = enabled ? (answer.data?.results ?? []) : []
  const words = toWords(text)
  const known = recent.results.filter(({ title, code, person }) =>
    matchesAllWords(words, [title, code, person].filter(Boolean).join(' ')),
  )
  const countVisits = ({ key }: PaletteItem): number => recent.counts.get(key) ?? 0
  const groups: PaletteGroup[] = searchKinds.map((kind) => {
    const ofKind = (results: readonly SearchResult[]) => results.filter((result) => result.kind === kind).map(toItem)
    const lines = ofKind(found)
    const missing = ofKind(known).filter(({ key }) => enabled && !lines.some((line) => line.key === key))
    return {
      name: t(`kinds.${kind}`),
      lines: [...missing, ...lines].sort((one, other) => countVisits(other) - countVisits(one)),
    }
  })
  return {
    recent: { name: t('recentRecords'), lines: recent.results.slice(0, maxRecentShown).map(toItem) },
    groups,
    failed: enabled && answer.isError,
    busy: text.trim() !== q || (enabled && answer.isFetching),
  }
}
