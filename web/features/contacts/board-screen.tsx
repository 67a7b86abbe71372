import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { Link } from 'react-router'
import { type ContactStage, contactStages } from '#contract/contacts/stages.ts'
import { type ContactRow, getContactBoard, listContacts } from '#contract/contacts.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { AgendaTabs } from '#web/domain/agenda/agenda-tabs.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FilterBar } from '#web/ui/list/filter-bar.tsx'
import { useListState } from '#web/ui/list/use-list-state.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import textClasses from '#web/ui/text.module.css'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './board.module.css'
import { BoardColumn } from './board-column.tsx'
import { moveCardFocus } from './board-focus.ts'
import { useBoardMoves } from './use-board-moves.ts'
import { useContactFilters } from './use-contact-filters.ts'
import { useContactMoves } from './use-contact-moves.tsx'

/** Contacts by stage: how many, what they might bring, and each as a card that is moved from stage to stage. */
export default function BoardScreen() {
  const { t } = useTranslation('contacts')
  const mayCreate = usePermission('bt_AgendaComercial', 'create')
  const [{ filters }, change] = useListState(listContacts)
  const choices = useContactFilters()
  const board = useQuery({
    ...buildPartQuery(getContactBoard, { query: filters }),
    placeholderData: (before) => before,
  })
  const format = useFormatters()
  const total = board.data?.stages.reduce((sum, { contacts }) => sum + contacts, 0)
  const messages = useResultMessage()
  const pending = useBoardMoves()
  /** By column: what is in sight, to find a card that was dropped. */
  const cards = useRef(new Map<ContactStage, readonly ContactRow[]>())
  const keepCards = useCallback((stage: ContactStage, rows: readonly ContactRow[]): void => {
    cards.current.set(stage, rows)
  }, [])
  const findCard = (id: string): ContactRow | undefined =>
    [...cards.current.values()].flat().find((row) => row.id === id)
  const isByKey = useRef(false)
  const { move, dialog } = useContactMoves(messages, {
    onStart: (contact, to) => {
      const row = findCard(contact.id)
      if (row) pending.start(row.id, { row: { ...row, ...contact }, to, isByKey: isByKey.current })
    },
    onFailure: pending.drop,
  })
  const moveCard = (contact: ContactRow, to: ContactStage, byKey: boolean): void => {
    isByKey.current = byKey
    void move(contact, to)
  }
  const shown = (filters.stage ? String(filters.stage).split(',') : contactStages) as readonly string[]
  return (
    <div className={classes.screen} data-fills-window>
      <PageHead
        title={t('board.title')}
        context={total === undefined ? '\u00a0' : t('count', { count: total, total: format.number(total) })}
        isCompact
        action={
          mayCreate && (
            <Button
              component={Link}
              to="/crm/AgendaComercial/contactos/nuevo"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('new')}
            </Button>
          )
        }
      />
      <div>
        <AgendaTabs current="board" />
        <ResultMessage messages={messages} />
      </div>
      <FilterBar choices={choices} checks={listContacts.checks} values={filters} change={change} toolbar={null} />
      {board.error && !board.data ? (
        <ErrorState error={board.error} onRetry={() => void board.refetch()} />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div
          className={classes.board}
          role="group"
          aria-label={t('board.title')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: without a card in it the keyboard could not scroll
          tabIndex={0}
          onKeyDown={moveCardFocus}
        >
          {contactStages
            .filter((stage) => shown.includes(stage))
            .map((stage) => (
              <BoardColumn
                key={stage}
                stage={stage}
                filters={filters}
                total={board.data?.stages.find((one) => one.stage === stage)}
                pending={pending}
                onMove={moveCard}
                onDropCard={(id, to) => {
                  const row = findCard(id)
                  if (row && !row.isConverted) moveCard(row, to, false)
                }}
                onCards={keepCards}
              />
            ))}
        </div>
      )}
      <p className={textClasses.smallHint}>{t('board.help')}</p>
      {dialog}
    </div>
  )
}
