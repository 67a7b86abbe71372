import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type DragEvent, useEffect, useMemo, useState } from 'react'
import type { ContactStage } from '#contract/contacts/stages.ts'
import { type ContactRow, listContacts } from '#contract/contacts.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryMeta, callCombinedInSession } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import textClasses from '#web/ui/text.module.css'
import classes from './board.module.css'
import { BoardCard, dragType } from './board-card.tsx'
import { type BoardMoves, isMoveSettled, listColumnCards } from './use-board-moves.ts'

/** So many cards come at once: a column of thousands is read as far as one looks. */
const cardsPerPage = 25

type Filters = Readonly<Record<string, unknown>>

const useColumnCards = (stage: ContactStage, filters: Filters) => {
  const query = { ...filters, stage, sort: 'stageSince', direction: 'desc', pageSize: cardsPerPage } as const
  return useInfiniteQuery({
    queryKey: [listContacts.path, 'board', query],
    queryFn: ({ pageParam, signal }) =>
      callCombinedInSession(listContacts.page, { query: { ...query, page: pageParam } }, signal),
    initialPageParam: 1,
    meta: buildQueryMeta(listContacts.page),
    getNextPageParam: ({ rows }, pages) => (rows.length < cardsPerPage ? undefined : pages.length + 1),
    placeholderData: (before) => before,
  })
}

type Props = {
  stage: ContactStage
  filters: Filters
  total: { contacts: number; amount: string } | undefined
  pending: BoardMoves
  /** A card is to go to that stage; of one that was dropped here only the id is known. */
  onMove: (contact: ContactRow, stage: ContactStage, isByKey: boolean) => void
  onDropCard: (id: string, stage: ContactStage) => void
  /** The cards that are in sight, for whoever has to find one by its id. */
  onCards: (stage: ContactStage, cards: readonly ContactRow[]) => void
}

/** One stage with its contacts, the latest first. */
export const BoardColumn = ({ stage, filters, total, pending, onMove, onDropCard, onCards }: Props) => {
  const { t } = useTranslation('contacts')
  const format = useFormatters()
  const [isOver, setOver] = useState(false)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useColumnCards(stage, filters)
  const { moves, drop } = pending
  const loaded = useMemo(() => data?.pages.flatMap(({ rows }) => rows), [data])
  useEffect(() => {
    for (const row of loaded ?? []) {
      const move = moves.get(row.id)
      if (move && isMoveSettled(move, row)) drop(row.id)
    }
    onCards(stage, loaded ?? [])
  }, [loaded, moves, drop, onCards, stage])
  const cards = loaded && listColumnCards(stage, loaded, moves)
  const name = t(`stages.${stage}`)
  const count = total && total.contacts + (cards?.length ?? 0) - (loaded?.length ?? 0)
  const amount = total && format.money(total.amount)
  const acceptDrag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes(dragType)) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <section
      className={classes.column}
      data-stage={stage}
      data-over={isOver || undefined}
      aria-label={t('board.column', { stage: name, total: format.number(count ?? 0), amount: amount ?? '' })}
      onDragOver={acceptDrag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        const id = event.dataTransfer.getData(dragType)
        if (id) onDropCard(id, stage)
      }}
    >
      <header className={classes.columnHead}>
        <h2 className={textClasses.smallTitle}>{name}</h2>
        <span className={classes.count}>{count === undefined ? '' : format.number(count)}</span>
        <span className={classes.sum}>{amount}</span>
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {cards && (
        <ul className={layoutClasses.tightList}>
          {cards.map((contact) => (
            <BoardCard
              key={contact.id}
              contact={contact}
              takesFocus={moves.get(contact.id)?.isByKey === true}
              onMove={(to, isByKey) => onMove(contact, to, isByKey)}
            />
          ))}
        </ul>
      )}
      {cards?.length === 0 && <p className={textClasses.smallHint}>{t('board.empty')}</p>}
      {!cards && !error && <div className={classes.skeleton} role="status" aria-label={t('board.loading')} />}
      {hasNextPage && (
        <Button variant="subtle" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('board.more')}
        </Button>
      )}
    </section>
  )
}
