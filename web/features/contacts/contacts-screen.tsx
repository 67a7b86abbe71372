import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { type ContactRow, listContacts } from '#contract/contacts.ts'
import { queryClient } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { AgendaTabs } from '#web/domain/agenda/agenda-tabs.tsx'
import { useRecordRowActions } from '#web/domain/record-row-actions.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { ScreenColumns } from '#web/ui/list/list-types.ts'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import { listOtherStages } from './list-contact-actions.ts'
import { renderStageBadge } from './stage-badge.tsx'
import { contactOptionsQuery, useContactFilters } from './use-contact-filters.ts'
import { useContactMoves } from './use-contact-moves.tsx'

type ContactList = typeof listContacts

const useContactColumns = () => {
  const { t } = useTranslation('contacts')
  return useListColumns(
    listContacts,
    useMemo(
      (): ScreenColumns<ContactList> => [
        { key: 'fullName', phone: 1 },
        { key: 'stage', phone: 2, cell: (stage, _, word) => renderStageBadge(stage, word) },
        'phone',
        { key: 'email', optional: true },
        'typeName',
        { key: 'workName', optional: true },
        { key: 'ownerName', cell: (name) => name ?? t('nobody') },
        { key: 'ownerCvl', optional: true },
        { key: 'referenceName', optional: true },
        { key: 'sourceName', optional: true },
        { key: 'wantsInvestments', optional: true },
        { key: 'lopdOn', optional: true },
        { key: 'lostReason', optional: true },
        { key: 'isConverted', optional: true },
        { key: 'nextFollowUpOn' },
        { key: 'nextFollowUp', optional: true },
        { key: 'stageSince', optional: true },
        'createdAt',
        { key: 'amount', phone: 3 },
      ],
      [t],
    ),
  )
}

/** Asks for the rows, their count and what can be chosen from. */
export const prefetch = createListPrefetch(listContacts, () => void queryClient.prefetchQuery(contactOptionsQuery))

const buildContactHref = createRowHref('/crm/AgendaComercial/contactos')

/** Prospects of the staff in reach. */
export default function ContactsScreen() {
  const { t } = useTranslation('contacts')
  const mayCreate = usePermission('bt_AgendaComercial', 'create')
  const mayEdit = usePermission('bt_AgendaComercial', 'edit')
  const messages = useResultMessage()
  const { move, dialog } = useContactMoves(messages)
  const recordActions = useRecordRowActions()
  const rowActions = (row: ContactRow): RowAction[] => [
    ...recordActions({ phone: row.phone, email: row.email }),
    ...(mayEdit ? [{ key: 'edit', label: t('actions.edit'), href: `${buildContactHref(row)}/editar` }] : []),
    ...(mayEdit && !row.isConverted
      ? [
          ...listOtherStages(row.stage).map((stage) => ({
            key: stage,
            label: t('actions.to', { stage: t(`stages.${stage}`) }),
            run: () => void move(row, stage),
          })),
          ...(row.stage === 'lost'
            ? []
            : [{ key: 'lost', label: t('actions.lost'), run: () => void move(row, 'lost') }]),
        ]
      : []),
  ]
  return (
    <>
      <ListScreen
        list={listContacts}
        label={t('title')}
        context={(count, total) => t('count', { count, total })}
        canStartFromEmpty
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
        contentAbove={
          <>
            <AgendaTabs current="contacts" />
            <ResultMessage messages={messages} />
          </>
        }
        filters={useContactFilters()}
        columns={useContactColumns()}
        rowHref={buildContactHref}
        rowActions={rowActions}
        empty={t('empty')}
        emptyHint={t('emptyHint')}
      />
      {dialog}
    </>
  )
}
