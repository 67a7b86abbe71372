import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ClientDocument, clientDocumentKinds, listClientDocuments } from '#contract/client-documents.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { RowMenuButton } from '#web/ui/list/row-menu-button.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './client-documents.module.css'
import { DocumentDialog } from './document-dialog.tsx'
import { LookDialog } from './look-dialog.tsx'
import { useDocumentActions } from './use-document-actions.tsx'

type Kind = ClientDocument['kind']
type Columns = readonly RowColumn<ClientDocument, never>[]

const getQuery = (kind: Kind | '', removed: boolean) => ({
  ...(kind && { kind }),
  ...(removed && { removed: 'true' as const }),
})

/** The newest ones, and older ones page by page. */
const useDocuments = (clientId: string, kind: Kind | '', removed: boolean) => {
  const request = { params: { clientId }, query: getQuery(kind, removed) }
  const newest = useQuery(buildQueryOptions(listClientDocuments, request))
  const { data } = newest
  const [older, setOlder] = useState<{ of: typeof data; documents: readonly ClientDocument[]; more: boolean }>()
  // Whatever changed among the newest ones may have changed the older ones too.
  const shown = older !== undefined && older.of === data ? older : undefined
  const documents = data && [...data.documents, ...(shown?.documents ?? [])]
  const more = shown ? shown.more : (data?.more ?? false)
  const fetchOlder = async () => {
    const before = documents?.at(-1)?.id
    if (!before) return
    const page = await callEndpoint(listClientDocuments, { ...request, query: { ...request.query, before } })
    setOlder({ of: data, documents: [...(shown?.documents ?? []), ...page.documents], more: page.more })
  }
  return { newest, documents, more, fetchOlder }
}

const useDocumentColumns = (): Columns => {
  const { t } = useTranslation('client-documents')
  const format = useFormatters()
  return [
    {
      key: 'title',
      label: t('fields.title'),
      phone: 1,
      cell: (title, { origin, authorName }) => (
        <>
          {title}
          <span className={classes.beneath}>
            {origin === 'product' ? t('byProduct') : (authorName ?? t('somebody'))}
          </span>
        </>
      ),
    },
    { key: 'kind', label: t('fields.kind'), phone: 2, cell: (kind) => t(`kinds.${kind}`) },
    { key: 'date', label: t('fields.date'), phone: 3, cell: format.date },
    { key: 'retainUntil', label: t('fields.retainUntil'), cell: (day) => (day ? format.date(day) : '–') },
  ]
}

type ListProps = {
  clientId: string
  kind: Kind | ''
  removed: boolean
  listActions: ReturnType<typeof useDocumentActions>['listActions']
}

const DocumentList = ({ clientId, kind, removed, listActions }: ListProps) => {
  const { t } = useTranslation('client-documents')
  const columns = useDocumentColumns()
  const { newest, documents, more, fetchOlder } = useDocuments(clientId, kind, removed)
  const { error, refetch } = newest
  const { busy, failure, run } = useAction()
  if (error && !documents) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!documents) return <div className={classes.skeleton} role="status" aria-label={t('loading')} />
  if (documents.length === 0)
    return (
      <EmptyState
        title={t(removed ? 'noneRemoved' : 'none')}
        hint={t(removed ? 'noneRemovedHint' : kind ? 'noneOfKindHint' : 'noneHint')}
      />
    )
  const actions: Columns = [
    {
      key: 'id',
      label: t('fields.actions'),
      phone: 'beside',
      isActions: true,
      cell: (_, document) => (
        <RowMenuButton label={t('rowActions', { title: document.title })} listActions={() => listActions(document)} />
      ),
    },
  ]
  return (
    <>
      <DataTable label={t(removed ? 'removed' : 'title')} columns={[...columns, ...actions]} rows={documents} />
      {more && (
        <div>
          <Button variant="subtle" loading={busy} onClick={() => void run(fetchOlder)}>
            {t('older')}
          </Button>
        </div>
      )}
      <FailureMessage of={failure} />
    </>
  )
}

/** The document store of a client: by kind, with what may be done with each. */
export default function DocumentStore({ clientId }: { clientId: string }) {
  const { t } = useTranslation('client-documents')
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const mayDelete = usePermission('bt_Clientes', 'delete')
  const [kind, setKind] = useState<Kind | ''>('')
  const [showsRemoved, setShowsRemoved] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const messages = useResultMessage()
  const { listActions, shown, edited, dialog, close, download } = useDocumentActions(clientId, messages)
  return (
    <>
      <div className={classes.bar}>
        <NativeSelect
          size="xs"
          aria-label={t('filter')}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Kind | '')}
          data={[
            { value: '', label: t('allKinds') },
            ...clientDocumentKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
          ]}
        />
        {mayEdit && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('add')}
          </Button>
        )}
      </div>
      <ResultMessage messages={messages} />
      <DocumentList clientId={clientId} kind={kind} removed={false} listActions={listActions} />
      {mayDelete && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={showsRemoved}
            onClick={() => setShowsRemoved(!showsRemoved)}
          >
            {t(showsRemoved ? 'hideRemoved' : 'showRemoved')}
          </Button>
        </div>
      )}
      {showsRemoved && <DocumentList clientId={clientId} kind={kind} removed listActions={listActions} />}
      {dialog}
      {shown && <LookDialog clientId={clientId} document={shown} onDownload={() => download(shown)} onClose={close} />}
      {(isAdding || edited) && (
        <DocumentDialog
          clientId={clientId}
          {...(edited && { document: edited })}
          onDone={(text) => messages.show({ text })}
          onClose={() => {
            setAdding(false)
            close()
          }}
        />
      )}
    </>
  )
}
